import { i18n } from "@lingui/core";
import { type ReactNode, useEffect } from "react";
import type { Pair, Ticker } from "@/api/pairs";
import { Change } from "@/design/change";
import { PairStatusBadge } from "@/design/pair-status-badge";
import { classNames } from "@/lib/class-names";
import { formatCompact } from "@/lib/format-number";
import { priceOf } from "@/lib/pair-figures";
import { documentTitle } from "@/session/site";
import { ConnectionBadge } from "./connection-badge";
import { useDirection } from "./use-direction";

type TickerHeaderProps = {
  pair: Pair;
  ticker: Ticker;
  /** The pair picker. */
  picker: ReactNode;
  actions?: ReactNode;
};

const COLOURS = { up: "text-buy", down: "text-sell", none: "text-ink" };

/** The pair, its price, 24-hour figures and connection state. */
export function TickerHeader({ pair, ticker, picker, actions }: TickerHeaderProps) {
  const direction = useDirection(ticker.last);
  const price = priceOf(pair, ticker.last);

  useEffect(() => {
    // Traders watch the price in the tab's title.
    document.title = documentTitle(ticker.last === null ? pair.symbol : `${price} ${pair.symbol}`);
  }, [price, pair.symbol, ticker.last]);

  return (
    <div className="flex min-w-0 items-center gap-x-4 gap-y-1 px-3 py-2 max-md:flex-wrap xl:h-14 xl:py-0">
      {picker}
      <div className="flex min-w-0 items-baseline gap-2 max-md:ms-auto max-md:flex-col max-md:items-end max-md:gap-0">
        <span className={classNames("font-semibold text-20 tabular-nums", COLOURS[direction])}>
          <span className="sr-only">{i18n._("Last price")} </span>
          {price}
        </span>
        {ticker.last !== null && <Change value={ticker.change} className="text-13" />}
      </div>
      <dl className="flex min-w-0 gap-x-5 overflow-hidden max-md:order-last max-md:w-full max-md:justify-between max-md:gap-x-3">
        <Figure label={i18n._("24h high")} value={priceOf(pair, ticker.high)} />
        <Figure label={i18n._("24h low")} value={priceOf(pair, ticker.low)} />
        <Figure
          label={i18n._("24h volume ({coin})", { coin: pair.quote })}
          value={formatCompact(ticker.quote_volume)}
        />
        <Figure
          label={i18n._("24h volume ({coin})", { coin: pair.base })}
          value={formatCompact(ticker.volume)}
          className="max-lg:hidden"
        />
      </dl>
      <div className="ms-auto flex shrink-0 items-center gap-2 max-md:ms-0">
        {pair.status !== "trading" && <PairStatusBadge status={pair.status} />}
        <ConnectionBadge />
        {actions}
      </div>
    </div>
  );
}

function Figure({ label, value, className }: { label: string; value: string; className?: string }) {
  return (
    <div className={classNames("min-w-0 shrink-0 whitespace-nowrap", className)}>
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="text-13 text-ink tabular-nums">{value}</dd>
    </div>
  );
}
