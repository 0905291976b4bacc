import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button, buttonClass } from "@/design/button";
import { FormModal } from "@/design/modal";
import { maskEmail } from "@/lib/mask-email";
import { pageExists } from "@/lib/page-paths";
import type { Client } from "@/session/client";
import { AntiPhishingRow } from "./anti-phishing-row";
import { useFreezeAccount } from "./api";
import { ConfirmAction } from "./confirm-action";
import { EmailAddressForm, EmailCodeForm } from "./email-forms";
import { PasskeysRow } from "./passkeys-row";
import { PasswordRow } from "./password-row";
import { SettingRow, SettingRows } from "./setting-row";
import { TotpRow } from "./totp-row";

const CONTACT = "/personal/contact";

function FreezeRow() {
  const freeze = useFreezeAccount();

  if (freeze.isSuccess) return <FrozenRow />;
  return (
    <SettingRow
      id="freeze"
      icon="snowflake"
      title={i18n._("Freeze account")}
      action={
        <ConfirmAction
          label={i18n._("Freeze account")}
          title={i18n._("Freeze your account?")}
          consequences={[
            i18n._("No one, including you, can trade, withdraw or change anything."),
            i18n._("All other devices are signed out."),
            i18n._("Your assets stay safe in your account."),
            i18n._("Only support can unfreeze it, after confirming it’s you."),
          ]}
          mutation={freeze}
        />
      }
    >
      {i18n._("Someone else in your account? Freeze it. Only support can unfreeze.")}
    </SettingRow>
  );
}

function FrozenRow() {
  return (
    <SettingRow
      id="freeze"
      icon="snowflake"
      title={i18n._("Freeze account")}
      status={<Badge severity="warn">{i18n._("Frozen")}</Badge>}
    >
      <Banner
        severity="warn"
        action={
          pageExists(CONTACT) && (
            <Link to={CONTACT} className={buttonClass({ severity: "secondary", size: "small" })}>
              {i18n._("Contact support")}
            </Link>
          )
        }
      >
        {i18n._("Your account is frozen. You can view everything; contact support to unfreeze it.")}
      </Banner>
    </SettingRow>
  );
}

export function SecurityRows({ client }: { client: Client }) {
  return (
    <>
      <SettingRows title={i18n._("Signing in")}>
        <EmailRow client={client} />
        <PasswordRow client={client} />
      </SettingRows>
      <SettingRows title={i18n._("Two-factor authentication (2FA)")}>
        <TotpRow client={client} />
        <PasskeysRow client={client} />
      </SettingRows>
      <SettingRows title={i18n._("Protection")}>
        <AntiPhishingRow client={client} />
        <FreezeRow />
      </SettingRows>
    </>
  );
}

function EmailRow({ client }: { client: Client }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow
      id="email-address"
      icon="mail"
      title={i18n._("Email address")}
      status={client.email_is_confirmed && <Badge severity="success">{i18n._("Confirmed")}</Badge>}
      action={
        <Button severity="secondary" size="small" onClick={() => setOpen(true)}>
          {i18n._("Change email")}
        </Button>
      }
    >
      {maskEmail(client.email)}
      <FormModal open={isOpen} onClose={() => setOpen(false)} title={i18n._("Change your email address")}>
        {(onPending) => <EmailSteps onPending={onPending} onDone={() => setOpen(false)} />}
      </FormModal>
    </SettingRow>
  );
}

type EmailStepsProps = { onPending: (isPending: boolean) => void; onDone: () => void };

function EmailSteps({ onPending, onDone }: EmailStepsProps) {
  const [address, setAddress] = useState<string | null>(null);
  return address === null ? (
    <EmailAddressForm onPending={onPending} onAsked={setAddress} />
  ) : (
    <EmailCodeForm address={address} onDone={onDone} onBack={() => setAddress(null)} />
  );
}
