import { fromUnits, scaleOf, toUnits } from "@/lib/decimal";

const formats = new Map<number, Intl.NumberFormat>();
const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 4 });

/** Formatters are dear and made once for each number of decimals. */
function formatOf(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals);
  if (known) return known;
  const made = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(decimals, made);
  return made;
}

/** With exactly so many decimals; a text stays exact. */
export function priceText(price: string | number, decimals: number): string {
  return formatOf(decimals).format(price as `${number}`);
}

/** A volume to four digits, such as 1.234K. */
export function volumeText(volume: string | number): string {
  return COMPACT.format(volume as `${number}`);
}

/** How many decimals the prices of a pair need; a tick of 0.50 needs one. */
export function decimalsOf(tickSize: string): number {
  return scaleOf(tickSize.includes(".") ? tickSize.replace(/\.?0+$/, "") : tickSize);
}

/** The tick next to a price that came from a pixel; never below the first one. */
export function snapToTick(price: number, tickSize: string): string {
  const scale = decimalsOf(tickSize);
  const tick = toUnits(tickSize, scale);
  const ticks = BigInt(Math.max(1, Math.round(price / Number(tickSize))));
  return fromUnits(ticks * tick, scale);
}
