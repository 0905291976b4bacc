import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { CodeInput } from "@/design/code-input";
import { Field } from "@/design/field";
import { useStepUpProof } from "./api";

export function StepUpCode({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState("");
  const proof = useStepUpProof();

  function send(totp: string) {
    if (proof.isPending) return;
    proof.mutate({ totp }, { onSuccess: onDone, onError: () => setCode("") });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6) send(code);
      }}
    >
      <Field
        label={i18n._("Code from your authenticator app")}
        hint={i18n._("Each code works once. If you just used one, wait for the next.")}
        error={proof.error && explain(proof.error)}
      >
        <CodeInput value={code} onValueChange={setCode} onComplete={send} />
      </Field>
      <Button
        type="submit"
        fullWidth
        className="mt-4"
        pending={proof.isPending}
        disabled={code.length < 6 && !proof.isPending}
      >
        {i18n._("Confirm")}
      </Button>
    </form>
  );
}

function explain(error: Error): string {
  if (error instanceof ProblemError && error.code === "INVALID_CREDENTIALS") {
    return i18n._("Incorrect or used code.");
  }
  return describeProblem(error);
}
