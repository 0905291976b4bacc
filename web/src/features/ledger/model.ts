import type { Asset, Assets } from "@/api/assets";
import { add, compare, divide, isZero, subtract } from "@/lib/decimal";
import type { ValueUnit } from "@/session/portfolio-view";
import type { AssetHistory } from "./api";

export type HistoryPoint = { at: number; value: string };

type Totals = Pick<Assets, "total_usdt" | "total_btc">;

/** The values in a unit, the last one current; points without a value are left out. */
export function historyPoints(
  items: AssetHistory["items"],
  now: Totals | undefined,
  unit: ValueUnit,
): HistoryPoint[] {
  const read = ({ total_usdt, total_btc }: Totals) => (unit === "USDT" ? total_usdt : total_btc);
  return items.flatMap((item, index) => {
    const value = read(index === items.length - 1 && now ? now : item);
    return value === null ? [] : [{ at: item.at, value }];
  });
}

const RATIO_DECIMALS = 6;

/** The change from the first to the last value: absolute, and relative if the first is not zero. */
export function differenceOf(points: readonly HistoryPoint[]): { amount: string; ratio: string | null } {
  const first = points[0]?.value ?? "0";
  const amount = subtract(points.at(-1)?.value ?? "0", first);
  return { amount, ratio: isZero(first) ? null : divide(amount, first, RATIO_DECIMALS, "nearest") };
}

/** A balance below this value, in USDT, is small. */
export const SMALL_BALANCE = "1";

/** Locked for withdrawals, earn and pre-market, in one figure. */
export function lockedOf({ in_withdrawals, in_earn, in_premarket }: Asset): string {
  return add(add(in_withdrawals, in_earn), in_premarket);
}

/** A coin without a price is never small, because its value is unknown. */
export function isSmall({ value }: Pick<Asset, "value">): boolean {
  return value !== null && compare(value, SMALL_BALANCE) < 0;
}

export type Share = {
  /** Null for all small coins together. */
  symbol: string | null;
  value: string;
  /** From 0 to 1. Only for bars and percentages; amounts stay exact. */
  share: number;
};

const NAMED_SHARES = 5;

/** The allocation by coin, largest first; small ones are combined. */
export function sharesOf(assets: readonly Pick<Asset, "symbol" | "value">[]): Share[] {
  const valued = assets
    .flatMap(({ symbol, value }) => (value === null || isZero(value) ? [] : [{ symbol, value }]))
    .toSorted((one, other) => compare(other.value, one.value));
  const sum = valued.reduce((total, { value }) => total + Number(value), 0);
  const named = valued.slice(0, valued.length === NAMED_SHARES + 1 ? undefined : NAMED_SHARES);
  const others = valued.slice(named.length).reduce((total, { value }) => add(total, value), "0");
  const shares: Share[] = named.map(({ symbol, value }) => ({ symbol, value, share: Number(value) / sum }));
  if (!isZero(others)) shares.push({ symbol: null, value: others, share: Number(others) / sum });
  return shares;
}
