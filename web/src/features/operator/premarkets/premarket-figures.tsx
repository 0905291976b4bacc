import { i18n } from "@lingui/core";
import { Money } from "@/design/money";
import { PremarketStatusBadge } from "@/design/premarket-status-badge";
import { Stat } from "@/design/stat";
import { formatDateTime } from "@/lib/dates";
import { formatCount, formatRate } from "@/lib/format-number";
import type { Premarket } from "./api";
import { nextTime } from "./next-time";

/** The state of a pre-market, and what is at stake in it. */
export function PremarketFigures({ market }: { market: Premarket }) {
  const { quote } = market;
  const next = nextTime(market);
  return (
    <section
      aria-label={i18n._("Stats")}
      className="grid gap-4 rounded-card border border-line bg-deep p-4 sm:grid-cols-3 xl:grid-cols-6"
    >
      <Stat label={i18n._("Status")} hint={next && `${next.label}: ${formatDateTime(next.at)}`}>
        <PremarketStatusBadge status={market.status} />
      </Stat>
      <Stat label={i18n._("Last price")}>
        {market.last_price === null ? "–" : <Money amount={market.last_price} coin={quote} />}
      </Stat>
      <Stat
        label={i18n._("Open contracts")}
        hint={i18n._("{count, plural, one {# open order} other {# open orders}}", {
          count: market.orders_open,
        })}
      >
        {formatCount(market.contracts_open)}
      </Stat>
      <Stat label={i18n._("Open value")}>
        <Money amount={market.value_open} coin={quote} />
      </Stat>
      <Stat
        label={i18n._("Collateral held")}
        hint={i18n._("Fee {fee}, collateral {collateral}", {
          fee: formatRate(market.fee_rate),
          collateral: formatRate(market.collateral_rate),
        })}
      >
        <Money amount={market.collateral_held} coin={quote} />
      </Stat>
      <Stat label={i18n._("Protection balance")} hint={i18n._("Of all pre-markets")}>
        <Money amount={market.protection_balance} coin={quote} />
      </Stat>
    </section>
  );
}
