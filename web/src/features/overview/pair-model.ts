import type { Pair, Ticker } from "@/api/pairs";
import { multiply, round } from "@/lib/decimal";
import { type SortDirection, type SortValue, sortRows } from "@/lib/sort-rows";

export const FAVOURITES = "favourites";
export const ALL_QUOTES = "all";
const COMMON_COIN = "USDT";

export type PairSort = "symbol" | "price" | "change" | "volume";
export type PairPrefill = { text: string; group: string; by: PairSort; direction: SortDirection };
export type ListedPair = {
  pair: Pair;
  ticker: Ticker;
  /** The 24-hour volume, in USDT if the quote coin has a price. */
  worth: string;
};

type Known = { tickers: ReadonlyMap<string, Ticker>; favourites: ReadonlySet<string> };

const VALUES: Record<PairSort, (listed: ListedPair) => SortValue> = {
  symbol: ({ pair }) => pair.symbol,
  price: ({ ticker }) => ticker.last,
  change: ({ ticker }) => (ticker.last === null ? null : ticker.change),
  volume: ({ worth }) => worth,
};

/** The matching pairs, each with its live ticker. */
export function findPairs(pairs: readonly Pair[], prefill: PairPrefill, known: Known): ListedPair[] {
  const letters = prefill.text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  const found = pairs.filter(({ symbol, quote }) => {
    const isInGroup =
      prefill.group === ALL_QUOTES ||
      (prefill.group === FAVOURITES ? known.favourites.has(symbol) : quote === prefill.group);
    return isInGroup && symbol.replace("-", "").includes(letters);
  });
  const tickerOf = (pair: Pair) => known.tickers.get(pair.symbol) ?? pair.ticker;
  const rates = ratesOf(pairs, tickerOf);
  const listed = found.map((pair) => {
    const ticker = tickerOf(pair);
    return { pair, ticker, worth: worthOf(ticker, rates.get(pair.quote)) };
  });
  return sortRows(listed, VALUES[prefill.by], prefill.direction);
}

/** The prices of coins in the common unit of volumes. */
function ratesOf(
  pairs: readonly Pair[],
  tickerOf: (pair: Pair) => Ticker,
): ReadonlyMap<string, string | null> {
  const priced = pairs.filter(({ quote }) => quote === COMMON_COIN);
  return new Map(priced.map((pair) => [pair.base, tickerOf(pair).last]));
}

function worthOf({ quote_volume }: Ticker, rate: string | null | undefined): string {
  return rate ? round(multiply(quote_volume, rate), 2, "down") : quote_volume;
}

/** The default pair: the highest volume among those that trade. */
export function busiestPair(pairs: readonly Pair[]): Pair | undefined {
  const open = pairs.filter(({ status }) => status === "trading");
  const rates = ratesOf(pairs, ({ ticker }) => ticker);
  return sortRows(
    open.length > 0 ? open : pairs,
    ({ quote, ticker }) => worthOf(ticker, rates.get(quote)),
    "descending",
  )[0];
}
