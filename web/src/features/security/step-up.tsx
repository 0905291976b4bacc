import { i18n } from "@lingui/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { QueryProvider } from "@/api/query-provider";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { PasswordInput } from "@/design/password-input";
import { useLastNonNull } from "@/design/use-last-non-null";
import { isConsole } from "@/lib/operator-token";
import { showPasskey } from "@/lib/webauthn";
import { type StepUpMethod, type StepUpRequest, useStepUpRequest } from "@/session/step-up";
import { fetchStepUpOptions, useStepUpProof } from "./api";
import { CodeForm } from "./code-form";
import { explainPasskeyError } from "./texts";

/** Asks for a proof whenever a call requires a step-up. */
export function StepUpDialog() {
  const request = useStepUpRequest();
  const shown = useLastNonNull(request);

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
          : i18n._("Confirm it’s you to go on.")}
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

function StepUpPasskey({ onDone }: { onDone: () => void }) {
  const ceremony = useRef<AbortController | null>(null);
  const { mutateAsync: prove } = useStepUpProof();
  const attempt = useMutation({
    async mutationFn() {
      ceremony.current = new AbortController();
      const credential = await showPasskey(await fetchStepUpOptions(), ceremony.current.signal);
      await prove({ credential });
    },
    onSuccess: onDone,
  });

  // Abort the browser's prompt when the dialog is closed.
  useEffect(() => () => ceremony.current?.abort(), []);

  return (
    <div className="flex flex-col gap-4">
      {attempt.error && <Banner severity="error">{explainPasskeyError(attempt.error)}</Banner>}
      <Button icon="fingerprint" fullWidth pending={attempt.isPending} onClick={() => attempt.mutate()}>
        {i18n._("Use a passkey")}
      </Button>
    </div>
  );
}

function StepUpPassword({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState("");
  const proof = useStepUpProof();

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== "" && !proof.isPending) proof.mutate({ password }, { onSuccess: onDone });
      }}
    >
      <Field label={i18n._("Password")} error={proof.error && explainPasswordError(proof.error)}>
        <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
      <Button type="submit" fullWidth className="mt-4" pending={proof.isPending} disabled={password === ""}>
        {i18n._("Confirm")}
      </Button>
    </form>
  );
}

function explainPasswordError(error: Error): string {
  if (error instanceof ProblemError && error.code === "INVALID_CREDENTIALS") {
    return i18n._("Incorrect password.");
  }
  return describeProblem(error);
}

function StepUpCode({ onDone }: { onDone: () => void }) {
  const proof = useStepUpProof();
  return (
    <CodeForm
      label={i18n._("Code from your authenticator app")}
      hint={i18n._("Each code works once. If you just used one, wait for the next.")}
      error={proof.error && explainCodeError(proof.error)}
      action={i18n._("Confirm")}
      isPending={proof.isPending}
      onCode={async (totp) => {
        await proof.mutateAsync({ totp });
        onDone();
      }}
    />
  );
}

function explainCodeError(error: Error): string {
  if (error instanceof ProblemError && error.code === "INVALID_CREDENTIALS") {
    return i18n._("Incorrect or used code.");
  }
  return describeProblem(error);
}
