import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { Button, buttonClass } from "@/design/button";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { useKnock } from "./api";
import { AuthFrame, DeadLink, MailSent, TextLink } from "./auth-frame";
import { EmailRequestForm } from "./email-request-form";
import { ProblemBanner } from "./problem-banner";
import { SecondFactorForm } from "./second-factor-form";
import {
  type FirstStepOutcomes,
  type SecondStep,
  useFirstStep,
  useRedirectAfterSignIn,
} from "./sign-in-steps";

type KnockProps = {
  /** The code of the emailed link, if opened by it. */
  code?: string | undefined;
  next?: unknown;
};

/** Sign-in without a password, by an emailed link. */
export function Knock({ code, next }: KnockProps) {
  const redirect = useRedirectAfterSignIn(next);
  const [second, setSecond] = useState<SecondStep | null>(null);

  if (second) return <SecondFactorForm {...second} onSignedIn={redirect} onBack={() => setSecond(null)} />;
  const outcomes = { onSignedIn: redirect, onSecondFactor: setSecond };
  return code ? <KnockLink code={code} {...outcomes} /> : <KnockRequest {...outcomes} />;
}

/** The code is used on click, not on load: mail scanners open every link. */
function KnockLink({ code, ...outcomes }: FirstStepOutcomes & { code: string }) {
  const { startSignIn, error, wait, isPending } = useFirstStep(outcomes);
  const isDead = error instanceof ProblemError && UNUSABLE_CODES.has(error.code);

  if (error instanceof ProblemError && error.code === "STATE_CONFLICT") return <RequestedElsewhere />;
  if (isDead) return <DeadLink to="/knock-knock" action={i18n._("Send a new link")} />;
  return (
    <AuthFrame
      title={i18n._("Sign in")}
      intro={i18n._("You’re about to sign in on this device. The link works once.")}
    >
      <ProblemBanner error={error} wait={wait} />
      <Button
        size="large"
        fullWidth
        icon="log-in"
        pending={isPending}
        disabled={wait > 0}
        onClick={() => startSignIn({ knock: code })}
      >
        {i18n._("Sign in")}
      </Button>
    </AuthFrame>
  );
}

/**
 * A sign-in link works only in the browser that requested it, so it is useless to others who read the email.
 */
function RequestedElsewhere() {
  return (
    <AuthFrame
      title={i18n._("This link belongs to another browser")}
      intro={
        <p role="alert">
          {i18n._(
            "A sign-in link works only in the browser where it was requested. Enter the code from the email there, or request a new link here.",
          )}
        </p>
      }
    >
      <Link to="/knock-knock" search={{}} className={buttonClass({ size: "large", fullWidth: true })}>
        {i18n._("Request a new link")}
      </Link>
    </AuthFrame>
  );
}

const UNUSABLE_CODES = new Set(["INVALID_CREDENTIALS", "CODE_EXPIRED", "VALIDATION_FAILED"]);

/**
 * Requests a sign-in link: the address first, then the code of the email, for reading it on another device.
 */
function KnockRequest(outcomes: FirstStepOutcomes) {
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
