import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { toast } from "@/design/toast";
import type { Client } from "@/session/client";
import { StepUpCancelled } from "@/session/step-up";
import { type TotpSetup, useBeginTotp, useRemoveTotp } from "./api";
import { ConfirmAction } from "./confirm-action";
import { SettingRow } from "./setting-row";
import { TotpDialog } from "./totp-dialog";

export function TotpRow({ client }: { client: Client }) {
  const isOn = client.security.totp;
  return (
    <SettingRow
      id="authenticator-app"
      icon="smartphone"
      title={i18n._("Authenticator app")}
      status={isOn ? <Badge severity="success">{i18n._("On")}</Badge> : <Badge>{i18n._("Off")}</Badge>}
      action={
        <>
          <SetUpButton isOn={isOn} />
          {isOn && <RemoveButton />}
        </>
      }
    >
      {i18n._("A 6-digit code from an app on your phone, required for sign-in and sensitive actions.")}
    </SettingRow>
  );
}

function SetUpButton({ isOn }: { isOn: boolean }) {
  const begin = useBeginTotp();
  const [setup, setSetup] = useState<TotpSetup | null>(null);

  async function start() {
    try {
      setSetup(await begin.mutateAsync());
    } catch (error) {
      if (error instanceof StepUpCancelled) return;
      toast.add({ severity: "error", summary: i18n._("Not set up"), detail: describeProblem(error) });
    }
  }

  return (
    <>
      <Button severity="secondary" size="small" pending={begin.isPending} onClick={start}>
        {isOn ? i18n._("Move to another phone") : i18n._("Set up app")}
      </Button>
      <TotpDialog setup={setup} onClose={() => setSetup(null)} />
    </>
  );
}

function RemoveButton() {
  return (
    <ConfirmAction
      label={i18n._("Remove app")}
      title={i18n._("Remove the authenticator app?")}
      consequences={[
        i18n._("Sign-in no longer requires a code."),
        i18n._("Your recovery codes no longer work."),
        i18n._("Withdrawals are paused for 24 hours."),
      ]}
      mutation={useRemoveTotp()}
      onSuccess={() => toast.success(i18n._("Authenticator app removed"))}
    />
  );
}
