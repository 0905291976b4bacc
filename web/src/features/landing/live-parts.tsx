import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { MarketOverview, TickerRow } from "@/api/market-overview";
import { buttonClass } from "@/design/button";
import { Change } from "@/design/change";
import { CoinIcon } from "@/design/coin-icon";
import { PAGE_WIDTH } from "@/design/page-width";
import { Sparkline } from "@/design/sparkline";
import { classNames } from "@/lib/class-names";
import { formatDateTime } from "@/lib/dates";
import { formatCompact, formatCount, formatPrice, priceDecimals } from "@/lib/format-number";
import { pageExists } from "@/lib/page-paths";
import { LIVE_ROW } from "./live-row";
import { type LedgerStatus, pollOverview } from "./overview-poll";

function totalTexts({ pairs, quote_volume_24h, trades_24h }: MarketOverview["totals"]) {
  return {
    pairs: formatCount(pairs),
    volume: formatCompact(quote_volume_24h),
    trades: formatCount(trades_24h),
  };
}

/** When the ledger was last checked: the time, or the date if not today. */
function checkText({ checked_at }: LedgerStatus, nowMs: number): string | undefined {
  if (checked_at === null) return undefined;
  const [day, time] = formatDateTime(checked_at).split(" ");
  return day === formatDateTime(Math.floor(nowMs / 1000)).split(" ")[0] ? time : day;
}

/** The date and time of the last ledger check. */
function checkTime({ checked_at }: LedgerStatus): string | undefined {
  return checked_at === null ? undefined : formatDateTime(checked_at);
}

/** The last price, with as many decimals as the prices of its sparkline have. */
function priceText({ last, sparkline }: TickerRow): string {
  return formatPrice(last, priceDecimals([last, ...sparkline]));
}

type Icons = ReadonlyMap<string, string>;

function PairRows({ rows, icons }: { rows: readonly TickerRow[]; icons: Icons }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.symbol} className={classNames(LIVE_ROW, "relative transition-colors hover:bg-shelf")}>
          <PairLink symbol={row.symbol} icons={icons} />
          <Sparkline values={row.sparkline.map(Number)} label={row.symbol} className="h-7 w-full" />
          <span className="flex flex-col items-end tabular-nums">
            <span className="font-medium text-14 text-ink">{priceText(row)}</span>
            <Change value={row.change} className="text-12" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function PairLink({ symbol, icons }: { symbol: string; icons: Icons }) {
  const [base = "", quote] = symbol.split("-");
  const name = (
    <>
      {base}
      <span className="font-normal text-ink-3">/{quote}</span>
    </>
  );
  return (
    <span className="flex min-w-0 items-center gap-3">
      <CoinIcon symbol={base} icon={icons.get(base)} size={28} />
      {pageExists("/trading/$pair") ? (
        <Link
          to="/trading/$pair"
          params={{ pair: symbol }}
          className="truncate font-medium text-14 text-ink after:absolute after:inset-0 after:content-['']"
        >
          {name}
        </Link>
      ) : (
        <span className="truncate font-medium text-14">{name}</span>
      )}
    </span>
  );
}

/** Code that is needed only with prices, loaded with them after the page. */
export const LIVE_PARTS = { pollOverview, totalTexts, checkText, checkTime, PairRows, MoversBand };

type MoversBandProps = { overview: MarketOverview; icons: ReadonlyMap<string, string> };

/** The top movers; not rendered if nothing moved. */
function MoversBand({ overview, icons }: MoversBandProps) {
  const moving = movers(overview.gainers, overview.losers);
  if (moving.length === 0 || !(pageExists("/markets/overview") && pageExists("/trading/$pair"))) return null;
  return (
    <section id="markets" aria-labelledby="markets-title" className="border-line border-t bg-abyss">
      <div className={classNames(PAGE_WIDTH.reading, "flex flex-col gap-8 py-16 lg:py-28")}>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2
            id="markets-title"
            className="text-balance font-semibold text-28 tracking-tight lg:text-40 lg:tracking-[-0.02em]"
          >
            {i18n._("Top movers")}
          </h2>
          <Link to="/markets/overview" className={buttonClass({ severity: "secondary" })}>
            {i18n._("See all markets")}
          </Link>
        </div>
        <ul className="scroll-fade -mx-4 flex min-h-37 snap-x gap-4 overflow-x-auto overscroll-x-contain px-4 py-1">
          {moving.map((row) => (
            <MoverTile key={row.symbol} row={row} icon={icons.get(row.symbol.split("-")[0] ?? "")} />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Alternates gainers and losers. */
function movers(gainers: readonly TickerRow[], losers: readonly TickerRow[]): TickerRow[] {
  return gainers
    .flatMap((gainer, index) => [gainer, ...losers.slice(index, index + 1)])
    .concat(losers.slice(gainers.length));
}

function MoverTile({ row, icon }: { row: TickerRow; icon: string | undefined }) {
  const [base = "", quote] = row.symbol.split("-");
  return (
    <li className="relative flex w-56 shrink-0 snap-start flex-col gap-3 rounded-card border border-line bg-deep p-4 transition-colors hover:border-line-strong">
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <CoinIcon symbol={base} icon={icon} size={24} />
          <Link
            to="/trading/$pair"
            params={{ pair: row.symbol }}
            className="truncate font-medium text-14 after:absolute after:inset-0 after:rounded-card after:content-['']"
          >
            {base}
            <span className="font-normal text-ink-3">/{quote}</span>
          </Link>
        </span>
        <Change value={row.change} className="text-13" />
      </div>
      <Sparkline values={row.sparkline.map(Number)} label={row.symbol} className="h-10 w-full" />
      <p className="font-medium text-16 tabular-nums">{priceText(row)}</p>
    </li>
  );
}
