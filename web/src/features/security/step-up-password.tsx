import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { PasswordInput } from "@/design/password-input";
import { useStepUpProof } from "./api";

export function StepUpPassword({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState("");
  const proof = useStepUpProof();

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== "" && !proof.isPending) proof.mutate({ password }, { onSuccess: onDone });
      }}
    >
      <Field label={i18n._("Password")} error={proof.error && explain(proof.error)}>
        <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
      <Button type="submit" fullWidth className="mt-4" pending={proof.isPending} disabled={password === ""}>
        {i18n._("Confirm")}
      </Button>
    </form>
  );
}

function explain(error: Error): string {
  if (error instanceof ProblemError && error.code === "INVALID_CREDENTIALS") {
    return i18n._("Incorrect password.");
  }
  return describeProblem(error);
}
