import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { CodeInput } from "@/design/code-input";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import type { Client, SignInDraft } from "@/session/client";
import { useSignIn } from "./api";
import { AuthFrame } from "./auth-frame";
import { PasskeySignIn } from "./passkey-sign-in";
import { ProblemBanner } from "./problem-banner";
import type { SecondStep } from "./sign-in-steps";
import { useWait } from "./use-wait";

const CODE_LENGTH = 6;

type SecondFactorFormProps = SecondStep & {
  onSignedIn: (client: Client) => void;
  onBack: () => void;
};

export function SecondFactorForm({ first, methods, onSignedIn, onBack }: SecondFactorFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const hasCodes = methods.includes("totp");

  return (
    <AuthFrame
      title={i18n._("One more step")}
      intro={hasCodes ? i18n._("Enter your two-factor code.") : i18n._("Use your passkey to sign in.")}
      footer={
        <Button severity="link" size="small" icon="arrow-left" onClick={onBack} className="-ms-3 self-start">
          {i18n._("Back")}
        </Button>
      }
    >
      {hasCodes &&
        (isRecovery ? (
          <RecoveryCode first={first} onSignedIn={onSignedIn} />
        ) : (
          <AppCode first={first} onSignedIn={onSignedIn} />
        ))}
      {methods.includes("recovery_code") && (
        <Button severity="link" size="small" onClick={() => setRecovery(!isRecovery)} className="-my-2">
          {isRecovery ? i18n._("Use your authenticator app") : i18n._("Use a recovery code")}
        </Button>
      )}
      {methods.includes("passkey") && <PasskeySignIn onSignedIn={onSignedIn} />}
    </AuthFrame>
  );
}

type ProofProps = Pick<SecondFactorFormProps, "first" | "onSignedIn">;

function useProof({ first, onSignedIn }: ProofProps, onWrong: () => void) {
  const signIn = useSignIn();
  const { wait, waitAfter } = useWait();
  const isWrong = signIn.error instanceof ProblemError && signIn.error.code === "INVALID_CREDENTIALS";

  function show(proof: Pick<SignInDraft, "totp" | "recovery_code">) {
    if (signIn.isPending || wait > 0) return;
    signIn.mutate(
      { ...first, ...proof },
      {
        onSuccess: onSignedIn,
        onError: (error) => {
          onWrong();
          waitAfter(error);
        },
      },
    );
  }

  const footer = (
    <>
      {!isWrong && (
        <ProblemBanner
          error={signIn.error}
          wait={wait}
          texts={{
            CODE_EXPIRED: i18n._("The code from your email has expired. Go back and request a new one."),
          }}
        />
      )}
      <Button type="submit" size="large" fullWidth pending={signIn.isPending} disabled={wait > 0}>
        {i18n._("Sign in")}
      </Button>
    </>
  );
  return { show, isWrong, footer, forget: signIn.reset };
}

function AppCode(props: ProofProps) {
  const [code, setCode] = useState("");
  const proof = useProof(props, () => setCode(""));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_LENGTH) proof.show({ totp: code });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label={i18n._("Code from your authenticator app")}
        error={proof.isWrong && i18n._("Incorrect code. Wait for the next one and try again.")}
      >
        <CodeInput
          autoFocus
          value={code}
          onValueChange={(next) => {
            setCode(next);
            if (proof.isWrong) proof.forget();
          }}
          onComplete={(complete) => proof.show({ totp: complete })}
        />
      </Field>
      {proof.footer}
    </form>
  );
}

function RecoveryCode(props: ProofProps) {
  const [code, setCode] = useState("");
  const proof = useProof(props, () => undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim()) proof.show({ recovery_code: code.trim() });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label={i18n._("Recovery code")}
        hint={i18n._("Each recovery code works once.")}
        error={proof.isWrong && i18n._("Invalid or used recovery code.")}
      >
        <TextInput
          autoFocus
          size="large"
          {...VERBATIM}
          maxLength={64}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {proof.footer}
    </form>
  );
}
