import { useQuery } from "@tanstack/react-query";
import { type Pair, pairsQuery } from "@/api/pairs";
import { round } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-amount";
import { decimalsOfStep, formatFixed } from "@/lib/format-price";

/** More would pretend to a precision that nobody trades at. */
const MORE_AVERAGE_DECIMALS = 2;

/**
 * A price with the decimals of its pair's tick, so that prices stand in line; as short as it can be while the tick is
 * not known. One of a time with a finer tick keeps all of its own.
 */
export function priceText(price: string, tick: string | undefined): string {
  if (tick === undefined) return formatAmount(price);
  return formatFixed(price, Math.max(decimalsOfStep(tick), decimalsOfStep(price)));
}

/** The average of several prices, which lies between two ticks. */
export function averageText(average: string, tick: string | undefined): string {
  if (tick === undefined) return formatAmount(average);
  return priceText(round(average, decimalsOfStep(tick) + MORE_AVERAGE_DECIMALS, "nearest"), tick);
}

/** The tick of any pair; undefined while it is not known. A list of many pairs asks for all of them once. */
export function useTickSize(symbol: string): string | undefined {
  const select = (pairs: Pair[]) => pairs.find((pair) => pair.symbol === symbol)?.tick_size;
  return useQuery({ ...pairsQuery, select }).data;
}
