import type { MarketOverview, TickerRow } from "@/api/market-overview";
import { formatDateTime } from "@/lib/dates";
import { formatPrice, priceDecimals } from "@/lib/format-price";
import { formatCompact } from "@/lib/format-value";
import { formatCount } from "@/lib/group-digits";
import type { LedgerStatus } from "./overview-poll";

export function totalTexts({ pairs, quote_volume_24h, trades_24h }: MarketOverview["totals"]) {
  return {
    pairs: formatCount(pairs),
    volume: formatCompact(quote_volume_24h),
    trades: formatCount(trades_24h),
  };
}

/** When the ledger was last checked: the time, or the date if not today. */
export function checkText({ checked_at }: LedgerStatus, nowMs: number): string | undefined {
  if (checked_at === null) return undefined;
  const [day, time] = formatDateTime(checked_at).split(" ");
  return day === formatDateTime(Math.floor(nowMs / 1000)).split(" ")[0] ? time : day;
}

/** The last price, with as many decimals as the prices of its sparkline have. */
export function priceText({ last, sparkline }: TickerRow): string {
  return formatPrice(last, priceDecimals([last, ...sparkline]));
}
