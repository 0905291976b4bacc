import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { useKnock } from "./api";
import { AuthFrame, MailSent, TextLink } from "./auth-frame";
import { EmailRequestForm } from "./email-request-form";
import { ProblemBanner } from "./problem-banner";
import { type FirstStepOutcomes, useFirstStep } from "./sign-in-steps";

/**
 * Requests a sign-in link: the address first, then the code of the email, for reading it on another device.
 */
export function KnockRequest(outcomes: FirstStepOutcomes) {
  const knock = useKnock();
  const [sentTo, setSentTo] = useState<string | null>(null);

  if (sentTo) {
    return (
      <MailSent email={sentTo} onBack={() => setSentTo(null)}>
        <CodeForm {...outcomes} />
      </MailSent>
    );
  }
  return (
    <AuthFrame
      title={i18n._("Sign in with an email link")}
      intro={i18n._("No password needed: get an email with a link and a code. Each works once.")}
      footer={
        <p>
          {i18n._("Prefer your password?")} <TextLink to="/login">{i18n._("Sign in")}</TextLink>
        </p>
      }
    >
      <EmailRequestForm request={knock} submitLabel={i18n._("Send sign-in link")} onSent={setSentTo} />
    </AuthFrame>
  );
}

function CodeForm(outcomes: FirstStepOutcomes) {
  const [code, setCode] = useState("");
  const { startSignIn, error, wait, isPending } = useFirstStep(outcomes);
  const refusal = describeRefusal(error);

  function submit(event: FormEvent) {
    event.preventDefault();
    const knock = code.replaceAll(/\s/g, "");
    if (knock) startSignIn({ knock });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label={i18n._("Code from the email")}
        hint={i18n._("Or open the link in the email on this device.")}
        error={refusal}
      >
        <TextInput
          size="large"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          placeholder="ABCD-EFGH-IJKL-MNOP"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {refusal === null && <ProblemBanner error={error} wait={wait} />}
      <Button type="submit" size="large" fullWidth pending={isPending} disabled={wait > 0}>
        {i18n._("Sign in")}
      </Button>
    </form>
  );
}

function describeRefusal(error: unknown): string | null {
  if (!(error instanceof ProblemError)) return null;
  if (error.code === "CODE_EXPIRED") return i18n._("This code has expired. Request a new link.");
  if (error.code === "STATE_CONFLICT") {
    return i18n._("This code was requested in another browser. Enter it there, or request a new one here.");
  }
  const isWrong = error.code === "INVALID_CREDENTIALS" || error.code === "VALIDATION_FAILED";
  return isWrong ? i18n._("Incorrect code.") : null;
}
