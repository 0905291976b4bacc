import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { buttonClass } from "@/design/button";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { enrolmentQuery } from "@/features/operator/account/api";
import { EnrolForm } from "@/features/operator/account/enrol-form";
import { roleName } from "@/features/operator/staff/roles";
import { OperatorAuthLayout } from "@/layouts/operator-auth-layout";

/**
 * The target of an enrollment link. Its token is in the hash, which is never sent to a server, log or
 * referrer.
 */
export function EnrolPage() {
  const [token] = useState(() => location.hash.slice(1));
  return token === "" ? <DeadLink /> : <Enrolment token={token} />;
}

function Enrolment({ token }: { token: string }) {
  const enrolment = useQuery(enrolmentQuery(token));
  const navigate = useNavigate();
  const { error } = enrolment;
  // A truncated token fails validation.
  const isDead = error instanceof ProblemError && [410, 422].includes(error.status);
  if (isDead) return <DeadLink />;

  return (
    <OperatorAuthLayout
      title={i18n._("Set up your account")}
      intro={
        enrolment.data
          ? i18n._("You’re {login}, {role}. Only you know what you set here.", {
              login: enrolment.data.login,
              role: roleName(enrolment.data.role),
            })
          : i18n._("For exchange staff.")
      }
    >
      <QueryView query={enrolment} skeleton={<Skeleton shape="card" />}>
        {(opened) => (
          <EnrolForm
            token={token}
            enrolment={opened}
            // Removes the used token from the URL.
            onDone={() => void navigate({ to: "/operator/account", replace: true })}
          />
        )}
      </QueryView>
    </OperatorAuthLayout>
  );
}

function DeadLink() {
  return (
    <OperatorAuthLayout
      title={i18n._("This link no longer works")}
      intro={i18n._("It works once, for 24 hours. Ask an administrator for a new one.")}
    >
      <Link to="/operator" className={buttonClass({ severity: "secondary", fullWidth: true })}>
        {i18n._("Operator console")}
      </Link>
    </OperatorAuthLayout>
  );
}
