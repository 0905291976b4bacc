import { scaleOf } from "./decimal";

const formats = new Map<number, Intl.NumberFormat>();

/** With exactly so many decimals and its thousands in groups; a text stays exact. */
export function formatFixed(figure: string | number, decimals: number): string {
  return formatOf(decimals).format(figure as `${number}`);
}

/** A price with so many decimals; a dash where nothing has been traded yet. */
export function formatPrice(price: string | null, decimals: number): string {
  return price === null ? "–" : formatFixed(price, decimals);
}

/** How many decimals multiples of a step need: `0.50` needs one, `10` none. */
export function decimalsOfStep(step: string): number {
  return scaleOf(step.includes(".") ? step.replace(/\.?0+$/, "") : step);
}

/** How many decimals the prices of a pair have, as far as some of them tell. */
export function priceDecimals(prices: readonly (string | null)[]): number {
  return prices.reduce((most, price) => Math.max(most, price === null ? 0 : scaleOf(price)), 0);
}

// Formatters are dear, so each is made once.
function formatOf(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals);
  if (known) return known;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const made = new Intl.NumberFormat("en-US", options);
  formats.set(decimals, made);
  return made;
}
