import { i18n } from "@lingui/core";
import { Card } from "@/design/card";
import { EmptyState } from "@/design/empty-state";
import { formatClock, formatDateTime } from "@/lib/dates";
import { decimalsOfStep, formatAmount, formatFixed } from "@/lib/format-number";
import { sideName } from "./texts";
import type { Premarket, PremarketTrade } from "./types";

/** The latest trades, newest first. */
export function PremarketTrades({
  market,
  trades,
}: {
  market: Premarket;
  trades: readonly PremarketTrade[];
}) {
  return (
    <Card title={i18n._("Trades")}>
      {trades.length === 0 ? (
        <EmptyState icon="activity" title={i18n._("No trades yet")} />
      ) : (
        <section
          aria-label={i18n._("Latest trades")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-80 overflow-y-auto"
        >
          <table className="w-full table-fixed text-13 tabular-nums">
            <caption className="sr-only">{i18n._("Latest trades")}</caption>
            <thead>
              <tr className="text-12 text-ink-3 *:pb-1 *:font-normal">
                <th className="text-start">{i18n._("Price ({coin})", { coin: market.quote })}</th>
                <th className="text-end">{i18n._("Amount ({coin})", { coin: market.symbol })}</th>
                <th className="text-end">{i18n._("Time")}</th>
              </tr>
            </thead>
            <tbody>
              {trades.map((trade) => (
                <Row key={trade.id} trade={trade} market={market} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

function Row({
  trade: { price, quantity, side, time_ms },
  market,
}: {
  trade: PremarketTrade;
  market: Premarket;
}) {
  return (
    <tr className="*:h-6 *:p-0">
      <td className={side === "buy" ? "text-buy" : "text-sell"}>
        <span className="sr-only">{sideName(side)} </span>
        {formatFixed(price, decimalsOfStep(market.tick_size))}
      </td>
      <td className="text-end text-ink">{formatAmount(quantity)}</td>
      <td className="text-end text-ink-3">
        <time dateTime={new Date(time_ms).toISOString()} title={formatDateTime(Math.floor(time_ms / 1000))}>
          {formatClock(time_ms)}
        </time>
      </td>
    </tr>
  );
}
