import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { Button, buttonClass } from "@/design/button";
import { AuthFrame, DeadLink } from "./auth-frame";
import { KnockRequest } from "./knock-request";
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
