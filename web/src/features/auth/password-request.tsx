import { i18n } from "@lingui/core";
import { useState } from "react";
import { useAskForPasswordReset } from "./api";
import { AuthFrame } from "./auth-frame";
import { EmailRequestForm } from "./email-request-form";
import { MailSent } from "./mail-sent";
import { TextLink } from "./text-link";

/** For those who have forgotten their password. */
export function PasswordRequest() {
  const request = useAskForPasswordReset();
  const [sentTo, setSentTo] = useState<string | null>(null);

  if (sentTo) return <MailSent email={sentTo} onBack={() => setSentTo(null)} />;
  return (
    <AuthFrame
      title={i18n._("Forgot your password?")}
      intro={i18n._("Tell us your address, and we send you a link that lets you set a new one.")}
      footer={
        <p>
          {i18n._("It came back to you?")} <TextLink to="/login">{i18n._("Log in")}</TextLink>
        </p>
      }
    >
      <EmailRequestForm request={request} submitLabel={i18n._("Send the link")} onSent={setSentTo} />
    </AuthFrame>
  );
}
