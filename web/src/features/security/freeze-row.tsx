import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button, buttonClass } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { pageExists } from "@/lib/page-paths";
import { StepUpCancelled } from "@/session/step-up";
import { useFreezeAccount } from "./api";
import { SettingRow } from "./setting-row";

const CONTACT = "/personal/contact";

export function FreezeRow() {
  const freeze = useFreezeAccount();
  const [isOpen, setOpen] = useState(false);
  const error = freeze.error instanceof StepUpCancelled ? null : freeze.error;

  if (freeze.isSuccess) return <FrozenRow />;
  return (
    <SettingRow
      id="freeze"
      icon="snowflake"
      title={i18n._("Freeze account")}
      action={
        <Button severity="secondary" size="small" onClick={() => setOpen(true)}>
          {i18n._("Freeze account")}
        </Button>
      }
    >
      {i18n._("Someone else in your account? Freeze it. Only support can unfreeze.")}
      <ConfirmDialog
        open={isOpen}
        title={i18n._("Freeze your account?")}
        consequences={[
          i18n._("No one, including you, can trade, withdraw or change anything."),
          i18n._("All other devices are signed out."),
          i18n._("Your assets stay safe in your account."),
          i18n._("Only support can unfreeze it, after confirming it’s you."),
        ]}
        confirmLabel={i18n._("Freeze account")}
        severity="error"
        pending={freeze.isPending}
        error={error ? describeProblem(error) : undefined}
        onConfirm={() => freeze.mutate(undefined, { onSuccess: () => setOpen(false) })}
        onCancel={() => {
          freeze.reset();
          setOpen(false);
        }}
      />
    </SettingRow>
  );
}

function FrozenRow() {
  return (
    <SettingRow
      id="freeze"
      icon="snowflake"
      title={i18n._("Freeze account")}
      status={<Badge severity="warn">{i18n._("Frozen")}</Badge>}
    >
      <Banner
        severity="warn"
        action={
          pageExists(CONTACT) && (
            <Link to={CONTACT} className={buttonClass({ severity: "secondary", size: "small" })}>
              {i18n._("Contact support")}
            </Link>
          )
        }
      >
        {i18n._("Your account is frozen. You can view everything; contact support to unfreeze it.")}
      </Banner>
    </SettingRow>
  );
}
