import type { MarketOverview } from "@/api/market-overview";
import type { Pair, Ticker } from "@/api/pairs";
import type { TableSort } from "@/design/table-column";
import { type SortDirection, type SortValue, sortRows } from "@/lib/sort-rows";
import { textOf } from "@/lib/text-of";

/** One pair of the overview with its ticker and volume. */
export type Market = {
  pair: Pair;
  ticker: Ticker;
  /** Hourly closes of the last 24 hours; null if unknown. */
  sparkline: readonly number[] | null;
  /** The 24-hour volume in USDT, whatever the quote coin; null if unknown. */
  worth: string | null;
};

const SORT_KEYS = ["pair", "price", "change", "high", "low", "volume"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** The filter in the URL. */
export type MarketsFilter = {
  text: string;
  /** A quote coin, `favourites`, or null for all. */
  group: string | null;
  sort: SortKey;
  direction: SortDirection;
};

export const FAVOURITES_GROUP = "favourites";
const DEFAULT_SORT: SortKey = "volume";

export function readMarketsFilter(search: Readonly<Record<string, unknown>>): MarketsFilter {
  const sort = findSortKey(search.sort) ?? DEFAULT_SORT;
  const order = search.order === "ascending" || search.order === "descending" ? search.order : null;
  return {
    text: textOf(search.q),
    group: textOf(search.quote) || null,
    sort,
    direction: order ?? firstDirection(sort),
  };
}

/** The filter as search parameters, without defaults. */
export function writeMarketsFilter({ text, group, sort, direction }: MarketsFilter) {
  return {
    q: text || undefined,
    quote: group ?? undefined,
    sort: sort === DEFAULT_SORT ? undefined : sort,
    order: direction === firstDirection(sort) ? undefined : direction,
  };
}

export function withSort(filter: MarketsFilter, { key, direction }: TableSort): MarketsFilter {
  return { ...filter, sort: findSortKey(key) ?? filter.sort, direction };
}

function findSortKey(key: unknown): SortKey | undefined {
  return SORT_KEYS.find((each) => each === key);
}

function firstDirection(sort: SortKey): SortDirection {
  return sort === "pair" ? "ascending" : "descending";
}

type Sources = {
  pairs: readonly Pair[];
  overview: MarketOverview | undefined;
  tickers: ReadonlyMap<string, Ticker>;
};

const marketOfTicker = new WeakMap<Ticker, Market>();

/**
 * Joins the data of each pair; the live ticker takes precedence. Markets are cached, so that unchanged rows do
 * not re-render.
 */
export function joinMarkets({ pairs, overview, tickers }: Sources): Market[] {
  const lines = sparklinesOf(overview);
  const worth = new Map(overview?.heat_map.map((cell) => [cell.symbol, cell.quote_volume]));
  return pairs.map((pair) => {
    const market: Market = {
      pair,
      ticker: tickers.get(pair.symbol) ?? pair.ticker,
      sparkline: lines.get(pair.symbol) ?? null,
      worth: worth.get(pair.symbol) ?? null,
    };
    const known = marketOfTicker.get(market.ticker);
    if (known?.pair === pair && known.sparkline === market.sparkline && known.worth === market.worth) {
      return known;
    }
    marketOfTicker.set(market.ticker, market);
    return market;
  });
}

const linesOfOverview = new WeakMap<MarketOverview, ReadonlyMap<string, readonly number[]>>();

/** Cached per response, so that unchanged rows do not re-render. */
export function sparklinesOf(overview: MarketOverview | undefined): ReadonlyMap<string, readonly number[]> {
  if (!overview) return new Map();
  const known = linesOfOverview.get(overview);
  if (known) return known;
  const lines = new Map(overview.sparklines.map(({ symbol, sparkline }) => [symbol, sparkline.map(Number)]));
  linesOfOverview.set(overview, lines);
  return lines;
}

export function filterMarkets(
  markets: readonly Market[],
  { text, group, sort, direction }: MarketsFilter,
  favourites: ReadonlySet<string>,
): Market[] {
  const wanted = text
    .trim()
    .toUpperCase()
    .replace(/[\s/]+/, "-");
  const found = markets.filter(({ pair: { symbol, quote } }) => {
    const isInGroup =
      group === null || (group === FAVOURITES_GROUP ? favourites.has(symbol) : quote === group);
    return isInGroup && symbol.includes(wanted);
  });
  return sortRows(found, SORT_VALUES[sort], direction);
}

export const SORT_VALUES: Record<SortKey, (market: Market) => SortValue> = {
  pair: ({ pair }) => pair.symbol,
  price: ({ ticker }) => ticker.last,
  change: ({ ticker }) => (ticker.last === null ? null : ticker.change),
  high: ({ ticker }) => ticker.high,
  low: ({ ticker }) => ticker.low,
  volume: ({ ticker, worth }) => worth ?? ticker.quote_volume,
};

/** The quote coins, most pairs first. */
export function quotesOf(pairs: readonly Pair[]): string[] {
  const counts = new Map<string, number>();
  for (const { quote } of pairs) counts.set(quote, (counts.get(quote) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([quote]) => quote);
}
