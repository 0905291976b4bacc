import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import type { Client } from "@/session/client";

const SEGMENTS = ["bg-error", "bg-warn", "bg-info", "bg-success"] as const;

/** The account's security score, and how to improve it. */
export function ScoreCard({ client }: { client: Client }) {
  const checks = securityChecks(client);
  const done = checks.filter(({ isDone }) => isDone).length;
  const tone = SEGMENTS[Math.max(0, done - 1)];

  return (
    <section className="rounded-card border border-line bg-deep p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold text-16">{i18n._("Account protection")}</h3>
        <p className="text-13 text-ink-2 tabular-nums">
          {i18n._("{done} of {all} set up", { done, all: checks.length })}
        </p>
      </div>
      <div aria-hidden="true" className="mt-3 flex gap-1">
        {checks.map(({ key }, index) => (
          <span
            key={key}
            className={classNames("h-1.5 flex-1 rounded-full", index < done ? tone : "bg-raised")}
          />
        ))}
      </div>
      <ul className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {checks.map((check) => (
          <CheckLine key={check.key} check={check} />
        ))}
      </ul>
    </section>
  );
}

function CheckLine({ check: { key, isDone } }: { check: SecurityCheck }) {
  const { name, anchor } = describeCheck(key);
  return (
    <li className="flex min-h-6 items-center gap-2 text-14">
      {isDone ? (
        <>
          <Icon name="circle-check" size={18} label={i18n._("Done")} className="text-success" />
          <span className="text-ink-2">{name}</span>
        </>
      ) : (
        <>
          <Icon name="circle-dot" size={18} label={i18n._("Not set up")} className="text-ink-3" />
          <Link
            to="."
            hash={anchor}
            className="rounded-control text-ink underline decoration-line-strong underline-offset-4 hover:decoration-accent"
          >
            {name}
          </Link>
        </>
      )}
    </li>
  );
}

function describeCheck(key: SecurityCheck["key"]) {
  const checks = {
    email: { name: i18n._("Confirmed email address"), anchor: "email-address" },
    second_factor: { name: i18n._("Two-factor authentication (2FA)"), anchor: "authenticator-app" },
    passkey: { name: i18n._("Passkey"), anchor: "passkeys" },
    anti_phishing: { name: i18n._("Anti-phishing code"), anchor: "anti-phishing-code" },
  };
  return checks[key];
}

type SecurityCheck = { key: "email" | "second_factor" | "passkey" | "anti_phishing"; isDone: boolean };

/** The security measures, and whether the account has them. */
function securityChecks(client: Client): SecurityCheck[] {
  const hasPasskey = client.security.passkeys > 0;
  return [
    { key: "email", isDone: client.email_is_confirmed },
    { key: "second_factor", isDone: client.security.totp || hasPasskey },
    { key: "passkey", isDone: hasPasskey },
    { key: "anti_phishing", isDone: client.anti_phishing_code_set },
  ];
}
