import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { ProblemError } from "@/api/problem-error";
import { Button, buttonClass } from "@/design/button";
import { maskEmail } from "@/lib/mask-email";
import { type Client, useCurrentClient } from "@/session/client";
import { DASHBOARD_PATH, VERIFICATION_PATH } from "@/session/destination";
import { useConfirmEmailByLink } from "./api";
import { AuthFrame } from "./auth-frame";
import { DeadLink, isDeadLink } from "./dead-link";
import { ProblemBanner } from "./problem-banner";

/** Confirms an address with the code of a mailed link, by a press: scanners of mail open every link in it. */
export function EmailConfirmation({ code }: { code: string }) {
  const current = useCurrentClient();
  const confirmation = useConfirmEmailByLink();

  if (confirmation.isSuccess) return <Confirmed client={confirmation.data} isHere={current !== null} />;
  if (isDeadLink(confirmation.error)) {
    return <DeadLink to={newLinkPath(current)} action={i18n._("Go on")} />;
  }
  const isDigits = confirmation.error instanceof ProblemError && confirmation.error.code === "TOKEN_INVALID";
  return (
    <AuthFrame
      title={i18n._("Confirm your e-mail address")}
      intro={i18n._("One press, and this address is known to be yours.")}
    >
      <ProblemBanner
        error={confirmation.error}
        texts={{ TOKEN_INVALID: i18n._("Log in first to confirm with the six digits.") }}
      />
      {isDigits ? (
        <Link to="/login" className={buttonClass({ size: "large", fullWidth: true })}>
          {i18n._("Log in")}
        </Link>
      ) : (
        <Button
          size="large"
          fullWidth
          pending={confirmation.isPending}
          onClick={() => confirmation.mutate(code)}
        >
          {i18n._("Confirm")}
        </Button>
      )}
    </AuthFrame>
  );
}

function newLinkPath(current: Client | null): string {
  if (!current) return "/login";
  return current.email_is_confirmed ? DASHBOARD_PATH : VERIFICATION_PATH;
}

function Confirmed({ client, isHere }: { client: Client; isHere: boolean }) {
  return (
    <AuthFrame
      title={i18n._("Your e-mail address is confirmed")}
      intro={<p role="status">{i18n._("{address} is yours.", { address: maskEmail(client.email) })}</p>}
    >
      <Link
        to={isHere ? DASHBOARD_PATH : "/login"}
        className={buttonClass({ size: "large", fullWidth: true })}
      >
        {isHere ? i18n._("To your dashboard") : i18n._("Log in")}
      </Link>
    </AuthFrame>
  );
}
