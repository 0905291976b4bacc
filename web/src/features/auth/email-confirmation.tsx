import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { ProblemError } from "@/api/problem-error";
import { Button, buttonClass } from "@/design/button";
import { RichText } from "@/design/rich-text";
import { maskEmail } from "@/lib/mask-email";
import { type Client, useCurrentClient } from "@/session/client";
import { DASHBOARD_PATH, VERIFICATION_PATH } from "@/session/destination";
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
