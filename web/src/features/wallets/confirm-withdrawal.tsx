import { i18n } from "@lingui/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { CodeInput } from "@/design/code-input";
import { Field } from "@/design/field";
import { PasskeyButton } from "@/design/passkey-button";
import { useCountdown } from "@/design/use-countdown";
import { formatCountdown } from "@/lib/format-countdown";
import { passkeyFault, showPasskey } from "@/lib/webauthn";
import {
  fetchPasskeyOptions,
  useConfirmWithdrawal,
  type WithdrawalLimits,
  type WithdrawalProof,
} from "./withdrawal-api";
import { explainRefusal } from "./withdrawal-texts";

const CODE_LENGTH = 6;

interface ConfirmWithdrawalProps {
  id: string;
  methods: WithdrawalLimits["methods"];
  expiresAt: number;
}

/** The mailed code and, where the client has one, a second factor. */
export function ConfirmWithdrawal({ id, methods, expiresAt }: ConfirmWithdrawalProps) {
  const confirm = useConfirmWithdrawal(id);
  const [emailCode, setEmailCode] = useState("");
  const [totp, setTotp] = useState("");
  const left = useCountdown(expiresAt * 1000);
  const hasTotp = methods.includes("totp");
  const hasPasskey = methods.includes("passkey");
  const problems = problemsOf(confirm.error);
  const isEmailReady = emailCode.length === CODE_LENGTH;
  const isReady = isEmailReady && (!hasTotp || totp.length === CODE_LENGTH);

  const passkey = useMutation({
    mutationFn: async () => ({ credential: await showPasskey(await fetchPasskeyOptions()) }),
    onSuccess: send,
  });

  function send(proof: Omit<WithdrawalProof, "email_code">) {
    confirm.mutate({ email_code: emailCode, ...proof }, { onError: () => setTotp("") });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !confirm.isPending) send(hasTotp ? { totp } : {});
  }

  if (left === 0)
    return <Banner severity="warn">{i18n._("The code has expired. Start a new withdrawal.")}</Banner>;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label={i18n._("Code from your email")}
        hint={i18n._("Expires in {time}.", { time: formatCountdown(left) })}
        error={problems.email_code}
      >
        <CodeInput autoFocus value={emailCode} onValueChange={setEmailCode} />
      </Field>
      {hasTotp && (
        <Field label={i18n._("Code from your authenticator app")} error={problems.totp}>
          <CodeInput value={totp} onValueChange={setTotp} />
        </Field>
      )}
      {problems.other && <Banner severity="error">{problems.other}</Banner>}
      {passkey.error && <Banner severity="error">{explainPasskey(passkey.error)}</Banner>}
      {(hasTotp || !hasPasskey) && (
        <Button type="submit" size="large" fullWidth pending={confirm.isPending} disabled={!isReady}>
          {i18n._("Confirm withdrawal")}
        </Button>
      )}
      {hasPasskey && isEmailReady && (
        <PasskeyButton pending={passkey.isPending || confirm.isPending} onClick={() => passkey.mutate()} />
      )}
    </form>
  );
}

type Problems = { email_code: string | null; totp: string | null; other: string | null };

function problemsOf(error: Error | null): Problems {
  const none: Problems = { email_code: null, totp: null, other: null };
  if (error === null) return none;
  const [first] = error instanceof ProblemError ? error.errors : [];
  if (first?.field === "email_code" || first?.field === "totp")
    return { ...none, [first.field]: first.message };
  return { ...none, other: explainRefusal(error) };
}

function explainPasskey(error: Error): string {
  if (passkeyFault(error) === null) return describeProblem(error);
  return i18n._("No passkey received. The window was closed or timed out.");
}
