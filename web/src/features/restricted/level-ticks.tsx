import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/design/query-view";
import { Requirement } from "@/design/requirement";
import { formatAmount } from "@/lib/format-amount";
import { useCurrentClient } from "@/session/client";
import { type ClientLevel, clientLevelQuery, type Level, levelsQuery } from "@/session/levels";

/** How people call a level. */
export function useLevelName(key: string): string {
  const { data } = useQuery(levelsQuery);
  const named = data?.items.find((level) => level.key === key)?.name;
  return named ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

/** What a level asks for, each line ticked as soon as it holds. */
export function LevelTicks({ level }: { level: string }) {
  const levels = useQuery(levelsQuery);
  const own = useQuery(clientLevelQuery);

  return (
    <QueryView query={levels}>
      {({ items }) => (
        <QueryView query={own}>
          {(standing) => {
            const required = items.find(({ key }) => key === level);
            return required && <Ticks required={required} own={standing} />;
          }}
        </QueryView>
      )}
    </QueryView>
  );
}

function Ticks({ required, own }: { required: Level; own: ClientLevel }) {
  const client = useCurrentClient();
  const { volume_30d, balance } = required.requirements;
  const hasSecondFactor = client !== null && (client.security.totp || client.security.passkeys > 0);

  return (
    <ul className="flex flex-col gap-3 rounded-card border border-line bg-shelf p-4">
      <Requirement isMet={client?.kyc.status === "approved" && hasSecondFactor}>
        {i18n._("Verified identity and two-factor authentication (2FA)")}
      </Requirement>
      <Requirement isMet={Number(own.volume_30d) >= Number(volume_30d)}>
        {i18n._("30-day trading volume: {present} of {asked} USDT", {
          present: formatAmount(own.volume_30d),
          asked: formatAmount(volume_30d),
        })}
      </Requirement>
      <Requirement isMet={Number(own.balance) >= Number(balance)}>
        {i18n._("Asset balance: {present} of {asked} USDT", {
          present: formatAmount(own.balance),
          asked: formatAmount(balance),
        })}
      </Requirement>
    </ul>
  );
}
