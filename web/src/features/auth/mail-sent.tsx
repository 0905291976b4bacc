import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Button } from "@/design/button";
import { maskEmail } from "@/lib/mask-email";
import { AuthFrame } from "./auth-frame";

type MailSentProps = { email: string; onBack: () => void; children?: ReactNode };

/** After asking for a mail; it must not tell whether there is such an account. */
export function MailSent({ email, onBack, children }: MailSentProps) {
  return (
    <AuthFrame
      title={i18n._("Look into your mailbox")}
      intro={
        <p role="status">
          {i18n._(
            "If there is an account with {address}, a mail is on its way. What is in it is good once, for 10 minutes.",
            { address: maskEmail(email) },
          )}
        </p>
      }
      footer={
        <p>
          {i18n._("Nothing there after a minute?")}{" "}
          <Button severity="link" onClick={onBack} className="-mx-4 -my-2 underline">
            {i18n._("Ask again")}
          </Button>
        </p>
      }
    >
      {children}
    </AuthFrame>
  );
}
