import { isDecimal, scaleOf, toFixed } from "./decimal";
import { groupDigits, trimZeros } from "./group-digits";

/** Formats with exactly this many decimals and grouped thousands; strings stay exact. */
export function formatFixed(figure: string | number, decimals: number): string {
  const isText = typeof figure === "string" && isDecimal(figure);
  return groupDigits(isText ? toFixed(figure, decimals, "nearest") : Number(figure).toFixed(decimals));
}

/** Formats a price; a dash before the first trade. */
export function formatPrice(price: string | null, decimals: number): string {
  return price === null ? "–" : formatFixed(price, decimals);
}

/** The decimals of multiples of a step: `0.50` has one, `10` none. */
export function decimalsOfStep(step: string): number {
  return scaleOf(trimZeros(step));
}

/** The decimals of a pair's prices, inferred from some of them. */
export function priceDecimals(prices: readonly (string | null)[]): number {
  return prices.reduce((most, price) => Math.max(most, price === null ? 0 : scaleOf(price)), 0);
}
