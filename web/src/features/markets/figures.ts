import type { Pair } from "@/api/pairs";
import { decimalsOfStep, formatPrice } from "@/lib/format-price";

/** A price as the pair's prices are written; a dash where there is none. */
export function priceOf(pair: Pair, price: string | null): string {
  return formatPrice(price, decimalsOfStep(pair.tick_size));
}
