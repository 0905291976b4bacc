import type { Asset } from "@/api/assets";
import { add, compare, isZero } from "@/lib/decimal";

/** A balance below this value, in USDT, is small. */
export const SMALL_BALANCE = "1";

/** Locked for withdrawals, earn and pre-market. */
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
