import { i18n } from "@lingui/core";
import type { Client } from "@/session/client";
import { AntiPhishingRow } from "./anti-phishing-row";
import { EmailRow } from "./email-row";
import { FreezeRow } from "./freeze-row";
import { PasskeysRow } from "./passkeys-row";
import { PasswordRow } from "./password-row";
import { SettingRows } from "./setting-row";
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
