import { i18n } from "@lingui/core";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { maskEmail } from "@/lib/mask-email";
import type { Client } from "@/session/client";
import { AntiPhishingRow } from "./anti-phishing-row";
import { EmailAddressForm, EmailCodeForm } from "./email-forms";
import { FreezeRow } from "./freeze-row";
import { PasskeysRow } from "./passkeys-row";
import { PasswordRow } from "./password-row";
import { SettingRow, SettingRows } from "./setting-row";
import { TotpRow } from "./totp-row";

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
      <EmailDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </SettingRow>
  );
}

function EmailDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isPending, setPending] = useState(false);
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      // Not closable while a call is pending, which may also be waiting for a step-up.
      closable={!isPending}
      closeOnEscape={!isPending}
      closeOnMask={false}
      title={i18n._("Change your email address")}
    >
      <EmailSteps onPending={setPending} onDone={onClose} />
    </Modal>
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
