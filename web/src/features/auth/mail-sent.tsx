import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Button } from "@/design/button";
import { maskEmail } from "@/lib/mask-email";
import { AuthFrame } from "./auth-frame";

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
