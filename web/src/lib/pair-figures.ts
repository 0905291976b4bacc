import { decimalsOfStep, formatFixed, formatPrice } from "./format-price";
import { formatCompact } from "./format-value";

// More do not stand in a third of the narrowest book. Sizes without decimals run to millions, all of them.
const MAX_CHARACTERS = { whole: 7, fraction: 10 };

/** A price as the pair's prices are written; a dash where there is none. */
export function priceOf(pair: { tick_size: string }, price: string | null): string {
  return formatPrice(price, decimalsOfStep(pair.tick_size));
}

/** What was traded of a pair in 24 hours, in the coin that it is paid in. */
export function volumeOf(pair: { quote: string }, { quote_volume }: { quote_volume: string }): string {
  return `${formatCompact(quote_volume)} ${pair.quote}`;
}

/** A size in a narrow column: with so many decimals where they fit, and never a part of a number. */
export function columnSize(quantity: string, decimals: number): string {
  const text = formatFixed(quantity, decimals);
  const most = decimals === 0 ? MAX_CHARACTERS.whole : MAX_CHARACTERS.fraction;
  return text.length > most ? formatCompact(quantity) : text;
}
