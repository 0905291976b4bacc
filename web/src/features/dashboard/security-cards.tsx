import { i18n } from "@lingui/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { components } from "@/api/generated/schema";
import { Badge } from "@/design/badge";
import { Card } from "@/design/card";
import { Icon } from "@/design/icon";
import { PageLink } from "@/design/page-link";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { formatDateTime } from "@/lib/dates";
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

type SignIn = components["schemas"]["LoginView"];

interface SignInsCardProps {
  query: Pick<
    UseQueryResult<{ pages: { items: SignIn[] }[] }, Error>,
    "data" | "isError" | "isFetching" | "refetch"
  >;
}

const SHOWN = 4;

/** The last sign-in attempts, to notice a stranger's. */
export function SignInsCard({ query }: SignInsCardProps) {
  return (
    <Card
      title={i18n._("Recent sign-ins")}
      actions={
        <PageLink to="/personal/settings" hash="sessions" aria-label={i18n._("All sign-ins")}>
          {i18n._("All")}
        </PageLink>
      }
    >
      <QueryView
        query={query}
        empty={i18n._("No sign-ins yet.")}
        skeleton={<Skeleton shape="text" lines={4} />}
      >
        {({ pages }) => (
          <ul className="-mb-2 divide-y divide-line">
            {pages
              .flatMap((page) => page.items)
              .slice(0, SHOWN)
              .map((signIn) => (
                <SignInRow key={signIn.id} signIn={signIn} />
              ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

function SignInRow({ signIn: { at, device, ip, outcome } }: { signIn: SignIn }) {
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="text-14 text-ink wrap-anywhere">{device}</p>
        <p className="mt-0.5 text-12 text-ink-3 wrap-anywhere">
          <time dateTime={new Date(at * 1000).toISOString()}>{formatDateTime(at)}</time>
          {` · ${ip}`}
        </p>
      </div>
      {outcome !== "success" && (
        <Badge severity="warn" icon="triangle-alert">
          {i18n._("Failed")}
        </Badge>
      )}
    </li>
  );
}
