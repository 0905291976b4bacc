import { i18n } from "@lingui/core";
import type { MarketOverview } from "@/api/market-overview";
import { formatCompact } from "@/lib/format-value";
import { formatCount } from "@/lib/group-digits";

/** The exchange's day in one sentence. */
export function OverviewTotals({ totals }: { totals: MarketOverview["totals"] | undefined }) {
  if (!totals) return i18n._("The last 24 hours on this exchange.");
  const figures = {
    pairs: formatCount(totals.pairs),
    volume: formatCompact(totals.quote_volume_24h),
    trades: formatCount(totals.trades_24h),
  };
  return i18n._("Pairs: {pairs} · 24h volume: {volume} USDT · 24h trades: {trades}", figures);
}
