import { i18n } from "@lingui/core";
import type { MarketOverview, TickerRow } from "@/api/market-overview";
import type { Ticker } from "@/api/pairs";
import { Card } from "@/design/card";
import { Change } from "@/design/change";
import { Icon, type IconName } from "@/design/icon";
import { Sparkline } from "@/design/sparkline";
import { formatCompact, formatCount, formatPrice, priceDecimals } from "@/lib/format-number";
import { sparklinesOf } from "./overview-model";
import { PairLink } from "./pair-link";

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

type OverviewCardsProps = { overview: MarketOverview; tickers: ReadonlyMap<string, Ticker> };

const SHOWN = 5;

/** The top pairs of the day, in four short lists. */
export function OverviewCards({ overview, tickers }: OverviewCardsProps) {
  const worth = new Map(overview.heat_map.map(({ symbol, quote_volume }) => [symbol, quote_volume]));
  const common = { tickers, lines: sparklinesOf(overview) };
  const lists: Omit<MoversProps, keyof typeof common>[] = [
    {
      title: i18n._("Gainers"),
      icon: "trending-up",
      rows: overview.gainers,
      empty: i18n._("No gainers today."),
    },
    {
      title: i18n._("Losers"),
      icon: "trending-down",
      rows: overview.losers,
      empty: i18n._("No losers today."),
    },
    {
      title: i18n._("24h volume (USDT)"),
      icon: "chart-column",
      rows: overview.volume,
      empty: i18n._("No trades today."),
      worth,
    },
    { title: i18n._("New"), icon: "rocket", rows: overview.new, empty: i18n._("No pairs listed yet.") },
  ];
  return (
    <div className="-mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto overscroll-x-contain px-4 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 xl:grid-cols-4">
      {lists.map((list) => (
        <Movers key={list.title} {...list} {...common} />
      ))}
    </div>
  );
}

type MoversProps = {
  title: string;
  icon: IconName;
  rows: readonly TickerRow[];
  empty: string;
  /** Volumes by pair, shown instead of the price. */
  worth?: ReadonlyMap<string, string>;
  lines: ReadonlyMap<string, readonly number[]>;
  tickers: ReadonlyMap<string, Ticker>;
};

function Movers({ title, icon, rows, empty, worth, lines, tickers }: MoversProps) {
  return (
    <Card
      title={title}
      className="w-[86%] shrink-0 snap-start sm:w-auto"
      actions={<Icon name={icon} size={18} className="text-ink-3" />}
    >
      {/* The height of a full list, to avoid layout shifts. */}
      <ul className="@container -mx-4 -mb-2 min-h-55">
        {rows.slice(0, SHOWN).map((row) => (
          <Mover
            key={row.symbol}
            ticker={tickers.get(row.symbol) ?? row}
            decimals={priceDecimals([row.last, ...row.sparkline])}
            line={lines.get(row.symbol)}
            worth={worth?.get(row.symbol)}
          />
        ))}
        {rows.length === 0 && <li className="px-4 py-2 text-13 text-ink-3">{empty}</li>}
      </ul>
    </Card>
  );
}

type MoverProps = {
  ticker: Ticker;
  decimals: number;
  line: readonly number[] | undefined;
  worth: string | undefined;
};

function Mover({ ticker, decimals, line, worth }: MoverProps) {
  const { symbol, last, change } = ticker;
  return (
    <li className="relative grid h-11 grid-cols-[minmax(0,1fr)_auto_4.5rem] @sm:grid-cols-[minmax(0,1fr)_4rem_5.5rem_4.75rem] items-center gap-3 px-4 text-13 transition-colors hover:bg-shelf">
      <PairLink symbol={symbol} />
      <span aria-hidden="true" className="hidden text-end @sm:block">
        {line && <Sparkline values={line} label={symbol} className="h-5 w-16" />}
      </span>
      <span className="truncate text-end text-ink tabular-nums">
        {worth === undefined ? formatPrice(last, decimals) : formatCompact(worth)}
      </span>
      <Change value={change} className="text-end" />
    </li>
  );
}
