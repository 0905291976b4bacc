import { i18n } from "@lingui/core";
import { Card } from "@/design/card";
import { Icon } from "@/design/icon";
import { PageLink } from "@/design/page-link";
import { maskEmail } from "@/lib/mask-email";
import type { Client } from "@/session/client";

/** A summary of the account's security. */
export function SecurityCard({ client }: { client: Client }) {
  const { totp, passkeys } = client.security;
  return (
    <Card
      title={i18n._("Account security")}
      actions={
        <PageLink to="/personal/settings" hash="security">
          {i18n._("Settings")}
        </PageLink>
      }
    >
      <dl className="flex flex-col gap-3 text-14">
        <Line name={i18n._("Email")} isGood={client.email_is_confirmed}>
          {maskEmail(client.email)}
        </Line>
        <Line name={i18n._("Authenticator app")} isGood={totp}>
          {totp ? i18n._("On") : i18n._("Off")}
        </Line>
        <Line name={i18n._("Passkeys")} isGood={passkeys > 0}>
          {passkeys > 0 ? String(passkeys) : i18n._("None")}
        </Line>
        <Line name={i18n._("Anti-phishing code")} isGood={client.anti_phishing_code_set}>
          {client.anti_phishing_code_set ? i18n._("Set") : i18n._("Not set")}
        </Line>
      </dl>
    </Card>
  );
}

function Line({ name, isGood, children }: { name: string; isGood: boolean; children: string }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="flex min-w-0 items-center gap-2 text-ink-2">
        <Icon
          name={isGood ? "circle-check" : "circle-dot"}
          size={18}
          className={isGood ? "text-success" : "text-ink-3"}
        />
        {name}
      </dt>
      <dd className="min-w-0 truncate text-ink">{children}</dd>
    </div>
  );
}
