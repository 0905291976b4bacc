import { decimalsOfStep, formatCompact, formatFixed, formatPrice } from "./format-number";

// The max that fits a third of the narrowest book. Sizes without decimals reach millions and are never cut.
const MAX_CHARACTERS = { whole: 7, fraction: 10 };

/** Formats a price with the pair's decimals; a dash without a price. */
export function priceOf(pair: { tick_size: string }, price: string | null): string {
  return formatPrice(price, decimalsOfStep(pair.tick_size));
}

/** Formats the 24-hour volume in the quote coin. */
export function volumeOf(pair: { quote: string }, { quote_volume }: { quote_volume: string }): string {
  return `${formatCompact(quote_volume)} ${pair.quote}`;
}

/** Formats a size for a narrow column: with this many decimals if they fit, and never truncated digits. */
export function columnSize(quantity: string, decimals: number): string {
  const text = formatFixed(quantity, decimals);
  const most = decimals === 0 ? MAX_CHARACTERS.whole : MAX_CHARACTERS.fraction;
  return text.length > most ? formatCompact(quantity) : text;
}
