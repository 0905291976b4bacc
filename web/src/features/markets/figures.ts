import type { Pair } from "@/api/pairs";
import { scaleOf } from "@/lib/decimal";

const formats = new Map<number, Intl.NumberFormat>();

/** With exactly so many decimals and its thousands in groups. Formatters are dear, so each is made once. */
export function formatFixed(figure: string, decimals: number): string {
  let format = formats.get(decimals);
  if (!format) {
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat("en-US", options);
    formats.set(decimals, format);
  }
  return format.format(figure as `${number}`);
}

/** How many decimals multiples of a step need: `0.50` needs one, `10` none. */
export function decimalsOfStep(step: string): number {
  return scaleOf(step.includes(".") ? step.replace(/\.?0+$/, "") : step);
}

/** A price as the pair's prices are written; a dash where there is none. */
export function priceOf(pair: Pair, price: string | null): string {
  return price === null ? "–" : formatFixed(price, decimalsOfStep(pair.tick_size));
}
