import { isDecimal, scaleOf, toFixed } from "./decimal";
import { groupDigits, trimZeros } from "./group-digits";

/** With exactly so many decimals and its thousands in groups; a text stays exact. */
export function formatFixed(figure: string | number, decimals: number): string {
  const isText = typeof figure === "string" && isDecimal(figure);
  return groupDigits(isText ? toFixed(figure, decimals, "nearest") : Number(figure).toFixed(decimals));
}

/** A price with so many decimals; a dash where nothing has been traded yet. */
export function formatPrice(price: string | null, decimals: number): string {
  return price === null ? "–" : formatFixed(price, decimals);
}

/** How many decimals multiples of a step need: `0.50` needs one, `10` none. */
export function decimalsOfStep(step: string): number {
  return scaleOf(trimZeros(step));
}

/** How many decimals the prices of a pair have, as far as some of them tell. */
export function priceDecimals(prices: readonly (string | null)[]): number {
  return prices.reduce((most, price) => Math.max(most, price === null ? 0 : scaleOf(price)), 0);
}
