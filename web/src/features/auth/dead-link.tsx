import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { ProblemError } from "@/api/problem-error";
import { buttonClass } from "@/design/button";
import { AuthFrame } from "./auth-frame";

/** Whether a call failed because the code of an emailed link is used, expired or invalid. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ProblemError && DEAD.has(error.code);
}

const DEAD = new Set(["CODE_INVALID", "CODE_EXPIRED"]);

/** Shown for an invalid link, with a way to request a new one. */
export function DeadLink({ to, action }: { to: string; action: string }) {
  return (
    <AuthFrame
      title={i18n._("This link no longer works")}
      intro={
        <p role="alert">{i18n._("Links work once, for 10 minutes. Use the one in the latest email.")}</p>
      }
    >
      {/* Without the code, which resets the page. */}
      <Link to={to} search={{}} className={buttonClass({ size: "large", fullWidth: true })}>
        {action}
      </Link>
    </AuthFrame>
  );
}
