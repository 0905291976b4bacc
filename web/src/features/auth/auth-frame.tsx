import { i18n } from "@lingui/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ProblemError } from "@/api/problem-error";
import { Button, buttonClass } from "@/design/button";
import { maskEmail } from "@/lib/mask-email";

type AuthFrameProps = {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
  /** Alternative links at the bottom. */
  footer?: ReactNode;
};

/** The card of this area: title, introduction, content and alternatives. */
export function AuthFrame({ title, intro, children, footer }: AuthFrameProps) {
  return (
    <>
      <h1 className="font-semibold text-28 tracking-tight">{title}</h1>
      {intro && <div className="mt-2 text-pretty text-14 text-ink-2">{intro}</div>}
      {children && <div className="mt-6 flex flex-col gap-5">{children}</div>}
      {footer && (
        <div className="mt-8 flex flex-col gap-2 border-line border-t pt-6 text-14 text-ink-2">{footer}</div>
      )}
    </>
  );
}

type TextLinkProps = Pick<LinkProps, "to" | "search"> & { children: ReactNode };

/** An inline link. */
export function TextLink({ children, ...link }: TextLinkProps) {
  return (
    <Link {...link} className="text-accent underline underline-offset-4 hover:text-ink">
      {children}
    </Link>
  );
}

/** Whether a call failed because the code of an emailed link is used, expired or invalid. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ProblemError && UNUSABLE_CODES.has(error.code);
}

const UNUSABLE_CODES = new Set(["CODE_INVALID", "CODE_EXPIRED"]);

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

type MailSentProps = { email: string; onBack: () => void; children?: ReactNode };

/** Shown after requesting an email; must not reveal whether the account exists. */
export function MailSent({ email, onBack, children }: MailSentProps) {
  return (
    <AuthFrame
      title={i18n._("Check your email")}
      intro={
        <p role="status">
          {i18n._("If {address} has an account, an email is on its way. It works once, for 10 minutes.", {
            address: maskEmail(email),
          })}
        </p>
      }
      footer={
        <p>
          {i18n._("Didn’t get it?")}{" "}
          <Button severity="link" onClick={onBack} className="-mx-4 -my-2 underline">
            {i18n._("Send again")}
          </Button>
        </p>
      }
    >
      {children}
    </AuthFrame>
  );
}
