import { i18n } from "@lingui/core";
import { useState } from "react";
import { QueryProvider } from "@/api/query-provider";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { isConsole } from "@/lib/operator-token";
import { type StepUpMethod, type StepUpRequest, useStepUpRequest } from "@/session/step-up";
import { StepUpCode } from "./step-up-code";
import { StepUpPasskey } from "./step-up-passkey";
import { StepUpPassword } from "./step-up-password";

/** Asks whoever sits there to show once more that it is them, whenever a call needs it. */
export function StepUpDialog() {
  const request = useStepUpRequest();
  const [shown, setShown] = useState<StepUpRequest | null>(request);
  // What was asked last stays in sight while the dialog fades.
  if (request && request !== shown) setShown(request);

  return (
    <QueryProvider>
      <Modal
        open={request !== null}
        onClose={() => request?.onCancel()}
        closeOnMask={false}
        title={i18n._("Confirm it’s you")}
      >
        {shown && <StepUpForms methods={shown.methods} onDone={shown.onDone} />}
      </Modal>
    </QueryProvider>
  );
}

function StepUpForms({ methods, onDone }: Pick<StepUpRequest, "methods" | "onDone">) {
  const [method, setMethod] = useState<StepUpMethod>(methods[0] ?? "password");
  const others = methods.filter((other) => other !== method);
  const Form = FORMS[method];

  return (
    <>
      <p className="mb-4">
        {isConsole()
          ? i18n._("This protects you if someone else uses your device.")
          : i18n._("Confirm it’s you before changing security settings.")}
      </p>
      <Form key={method} onDone={onDone} />
      {others.map((other) => (
        <Button key={other} severity="link" size="small" className="mt-2" onClick={() => setMethod(other)}>
          {nameSwitch(other)}
        </Button>
      ))}
    </>
  );
}

const FORMS = { totp: StepUpCode, passkey: StepUpPasskey, password: StepUpPassword };

function nameSwitch(method: StepUpMethod): string {
  if (method === "passkey") return i18n._("Use a passkey instead");
  return method === "totp"
    ? i18n._("Use your authenticator app instead")
    : i18n._("Use your password instead");
}
