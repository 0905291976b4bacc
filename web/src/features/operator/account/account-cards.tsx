import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { describeProblem, setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { PasswordInput } from "@/design/password-input";
import { toast } from "@/design/toast";
import { formatDateTime } from "@/lib/dates";
import {
  type Account,
  type TotpSetup,
  useBeginTotp,
  useChangePassword,
  useConfirmTotp,
  useEndOtherSessions,
} from "./api";
import { newPassword, newPasswordHint, TotpFields } from "./credential-fields";

const schema = v.object({
  current_password: v.pipe(
    v.string(),
    v.nonEmpty(() => i18n._("Enter your password.")),
  ),
  password: newPassword,
});

export function PasswordCard() {
  const change = useChangePassword();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { current_password: "", password: "" },
  });
  const { errors } = formState;

  const save = handleSubmit(async (passwords) => {
    setRefusal(null);
    try {
      await change.mutateAsync(passwords);
      reset();
      toast.success(i18n._("Password changed"));
    } catch (error) {
      if (error instanceof ProblemError && error.code === "INVALID_CREDENTIALS") {
        setError("current_password", { type: error.code, message: error.message }, { shouldFocus: true });
      } else setRefusal(setFieldErrors(error, ["current_password", "password"], setError));
    }
  });

  return (
    <Card title={i18n._("Password")}>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <Field label={i18n._("Current password")} error={errors.current_password?.message}>
          <PasswordInput {...register("current_password")} autoComplete="current-password" />
        </Field>
        <Field label={i18n._("New password")} error={errors.password?.message} hint={newPasswordHint()}>
          <PasswordInput {...register("password")} autoComplete="new-password" />
        </Field>
        {refusal && <Banner severity="error">{refusal}</Banner>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" severity="secondary" pending={formState.isSubmitting}>
            {i18n._("Change password")}
          </Button>
          <p className="text-12 text-ink-3">{i18n._("All your other devices are signed out.")}</p>
        </div>
      </form>
    </Card>
  );
}

export function TotpCard() {
  const begin = useBeginTotp();
  const [setup, setSetup] = useState<TotpSetup | null>(null);

  return (
    <Card title={i18n._("Authenticator app")}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-13 text-ink-2">
          {i18n._("Move to another phone or app. The current one works until you confirm the new one.")}
        </p>
        {begin.error && <Banner severity="error">{describeProblem(begin.error)}</Banner>}
        <Button
          severity="secondary"
          icon="smartphone"
          pending={begin.isPending}
          onClick={() => begin.mutate(undefined, { onSuccess: setSetup })}
        >
          {i18n._("Replace")}
        </Button>
      </div>
      <Modal
        open={setup !== null}
        onClose={() => setSetup(null)}
        closeOnMask={false}
        title={i18n._("Set up your authenticator app")}
      >
        {setup && <TotpForm setup={setup} onDone={() => setSetup(null)} />}
      </Modal>
    </Card>
  );
}

function TotpForm({ setup, onDone }: { setup: TotpSetup; onDone: () => void }) {
  const confirm = useConfirmTotp();
  const [code, setCode] = useState("");

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length < 6 || confirm.isPending) return;
        confirm.mutate(
          { setup: setup.setup, code },
          {
            onSuccess: () => {
              onDone();
              toast.success(i18n._("Authenticator app replaced"));
            },
            onError: () => setCode(""),
          },
        );
      }}
    >
      <TotpFields
        setup={setup}
        code={code}
        onCode={setCode}
        error={confirm.error ? describeProblem(confirm.error) : undefined}
      />
      <Button type="submit" fullWidth pending={confirm.isPending} disabled={code.length < 6}>
        {i18n._("Confirm")}
      </Button>
    </form>
  );
}

export function SessionCard({ sessions }: { sessions: Account["sessions"] }) {
  const end = useEndOtherSessions();

  return (
    <Card
      title={i18n._("Open sessions")}
      actions={
        sessions.length > 1 && (
          <Button severity="secondary" size="small" pending={end.isPending} onClick={() => end.mutate()}>
            {i18n._("Sign out all others")}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, ip, last_seen_at, current }) => (
          <li key={id} className="py-2 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2 text-14 text-ink wrap-anywhere">
              {device || i18n._("Unknown app")}
              {current && <Badge severity="success">{i18n._("This session")}</Badge>}
            </p>
            <p className="text-12 text-ink-3">
              {i18n._("{ip}, last seen {time}", { ip, time: formatDateTime(last_seen_at) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
