import { i18n } from "@lingui/core";
import { useState } from "react";
import { useAskForPasswordReset } from "./api";
import { AuthFrame } from "./auth-frame";
import { EmailRequestForm } from "./email-request-form";
import { MailSent } from "./mail-sent";
import { TextLink } from "./text-link";

/** Requests a password reset. */
export function PasswordRequest() {
  const request = useAskForPasswordReset();
  const [sentTo, setSentTo] = useState<string | null>(null);

  if (sentTo) return <MailSent email={sentTo} onBack={() => setSentTo(null)} />;
  return (
    <AuthFrame
      title={i18n._("Forgot your password?")}
      intro={i18n._("Enter your email to get a link for setting a new password.")}
      footer={
        <p>
          {i18n._("Remembered your password?")} <TextLink to="/login">{i18n._("Sign in")}</TextLink>
        </p>
      }
    >
      <EmailRequestForm request={request} submitLabel={i18n._("Send link")} onSent={setSentTo} />
    </AuthFrame>
  );
}
