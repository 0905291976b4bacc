import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { ProblemError } from "@/api/problem-error";
import { Button, buttonClass } from "@/design/button";
import { RichText } from "@/design/rich-text";
import { maskEmail } from "@/lib/mask-email";
import { pageExists } from "@/lib/page-paths";
import { type Client, useCurrentClient } from "@/session/client";
import { DASHBOARD_PATH, VERIFICATION_PATH } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";
import { useConfirmEmailByLink } from "./api";
import { AuthFrame, DeadLink, isDeadLink, TextLink } from "./auth-frame";
import { ProblemBanner } from "./problem-banner";

/** Confirms an address with the code of an emailed link, on click: mail scanners open every link. */
export function EmailConfirmation({ code }: { code: string }) {
  const current = useCurrentClient();
  const confirmation = useConfirmEmailByLink();

  if (confirmation.isSuccess) return <Confirmed client={confirmation.data} />;
  if (isDeadLink(confirmation.error)) {
    return <DeadLink to={newLinkPath(current)} action={i18n._("Continue")} />;
  }
  if (confirmation.error instanceof ProblemError && confirmation.error.code === "TOKEN_INVALID") {
    return <SignInFirst code={code} />;
  }
  return (
    <AuthFrame title={i18n._("Confirm your email address")} intro={i18n._("Confirm this is your email.")}>
      <ProblemBanner error={confirmation.error} />
      <Button
        size="large"
        fullWidth
        pending={confirmation.isPending}
        onClick={() => confirmation.mutate(code)}
      >
        {i18n._("Confirm")}
      </Button>
    </AuthFrame>
  );
}

/** The link alone confirms nothing: somebody else may have registered this address. */
function SignInFirst({ code }: { code: string }) {
  return (
    <AuthFrame
      title={i18n._("Sign in to confirm")}
      intro={
        <p role="alert">
          {i18n._("You are not signed in to this account in this browser. Sign in, then confirm your email.")}
        </p>
      }
      footer={
        <p>
          <RichText
            text={i18n._(
              "Did someone else register with your email? <link>Set a new password</link> to take over the account.",
            )}
            tags={{ link: (words) => <TextLink to="/password">{words}</TextLink> }}
          />
        </p>
      }
    >
      <Link
        to="/login"
        search={{ next: `/email?code=${encodeURIComponent(code)}` }}
        className={buttonClass({ size: "large", fullWidth: true })}
      >
        {i18n._("Sign in")}
      </Link>
    </AuthFrame>
  );
}

function newLinkPath(current: Client | null): string {
  if (!current) return "/login";
  return current.email_is_confirmed ? DASHBOARD_PATH : VERIFICATION_PATH;
}

function Confirmed({ client }: { client: Client }) {
  return (
    <AuthFrame
      title={i18n._("Email address confirmed")}
      intro={<p role="status">{i18n._("{address} is confirmed.", { address: maskEmail(client.email) })}</p>}
    >
      <Link to={DASHBOARD_PATH} className={buttonClass({ size: "large", fullWidth: true })}>
        {i18n._("Go to dashboard")}
      </Link>
    </AuthFrame>
  );
}

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
        <ol className="flex list-decimal flex-col gap-2 ps-5 marker:text-ink-3">
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
