import { useQuery } from "@tanstack/react-query";
import { type Pair, pairQuery, pairsQuery } from "@/api/pairs";
import { round } from "@/lib/decimal";
import { decimalsOfStep, formatAmount, formatFixed } from "@/lib/format-number";

/** More decimals would suggest a false precision. */
const MORE_AVERAGE_DECIMALS = 2;

/**
 * Formats a price with the decimals of its pair's tick, so that prices align; without trailing zeros while
 * the tick is unknown. An old price with a finer tick keeps all its decimals.
 */
export function priceText(price: string, tick: string | undefined): string {
  if (tick === undefined) return formatAmount(price);
  return formatFixed(price, Math.max(decimalsOfStep(tick), decimalsOfStep(price)));
}

/** Formats an average price, which may be between two ticks. */
export function averageText(average: string, tick: string | undefined): string {
  if (tick === undefined) return formatAmount(average);
  return priceText(round(average, decimalsOfStep(tick) + MORE_AVERAGE_DECIMALS, "nearest"), tick);
}

/** The tick of a pair; undefined while unknown. A list of many pairs fetches all of them once. */
export function useTickSize(symbol: string): string | undefined {
  const known = useQuery({ ...pairQuery(symbol), enabled: false }).data?.tick_size;
  const select = (pairs: Pair[]) => pairs.find((pair) => pair.symbol === symbol)?.tick_size;
  const listed = useQuery({ ...pairsQuery, select, enabled: known === undefined }).data;
  return known ?? listed;
}
