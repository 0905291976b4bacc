import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/design/button";
import { maskEmail } from "@/lib/mask-email";
import { pageExists } from "@/lib/page-paths";
import { useCurrentClient } from "@/session/client";
import { VERIFICATION_PATH } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";
import { AuthFrame } from "./auth-frame";

const SETTINGS_PATH = "/personal/settings";

/** How to confirm or change an address, for visitors without a link. */
export function EmailGuide() {
  const client = useCurrentClient();
  const steps = [
    i18n._("Open settings and enter the new email under “Security”."),
    i18n._("Confirm it’s you."),
    i18n._("Enter the 6-digit code sent to your new email. Your old email is notified."),
  ];

  return (
    <AuthFrame
      title={i18n._("Your email address")}
      intro={
        client
          ? i18n._("You sign in as {address}.", { address: maskEmail(client.email) })
          : i18n._("Use it to sign in. Important messages are sent to it.")
      }
    >
      <section aria-labelledby="change-email" className="flex flex-col gap-3 text-14 text-ink-2">
        <h2 id="change-email" className="font-semibold text-16 text-ink">
          {i18n._("To change it")}
        </h2>
        <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-ink-3">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>{i18n._("After a change, withdrawals are paused for 72 hours.")}</p>
      </section>
      <NextStep />
    </AuthFrame>
  );
}

function NextStep() {
  const client = useCurrentClient();
  const isSignedIn = useIsSignedIn();
  const look = buttonClass({ size: "large", fullWidth: true });

  if (!isSignedIn) {
    return (
      <Link to="/login" search={{ next: SETTINGS_PATH }} className={look}>
        {i18n._("Sign in")}
      </Link>
    );
  }
  if (client && !client.email_is_confirmed) {
    return (
      <Link to={VERIFICATION_PATH} className={look}>
        {i18n._("Confirm your email")}
      </Link>
    );
  }
  return pageExists(SETTINGS_PATH) ? (
    <Link to={SETTINGS_PATH} className={look}>
      {i18n._("Open settings")}
    </Link>
  ) : null;
}
