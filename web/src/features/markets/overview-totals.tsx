import { i18n } from "@lingui/core";
import type { MarketOverview } from "@/api/market-overview";
import { formatCompact } from "@/lib/format-value";

const COUNT = new Intl.NumberFormat("en-US");

/** The exchange's own day in one sentence. */
export function OverviewTotals({ totals }: { totals: MarketOverview["totals"] | undefined }) {
  if (!totals) return i18n._("The last 24 hours on this exchange.");
  const figures = {
    pairs: COUNT.format(totals.pairs),
    volume: formatCompact(totals.quote_volume_24h),
    trades: COUNT.format(totals.trades_24h),
  };
  return i18n._("{pairs} pairs, {volume} USDT in {trades} trades in the last 24 hours.", figures);
}
