import { scaleOf } from "./decimal";

const formats = new Map<number, Intl.NumberFormat>();

/** A price with its thousands in groups and so many decimals; a dash where nothing has been traded yet. */
export function formatPrice(price: string | null, decimals: number): string {
  return price === null ? "–" : formatOf(decimals).format(price as `${number}`);
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
