import { fromUnits, toUnits } from "@/lib/decimal";
import { decimalsOfStep } from "@/lib/format-price";
import { formatShort } from "@/lib/format-value";

/** Formats a volume to four significant digits, such as 1.234K. */
export function volumeText(volume: string | number): string {
  return formatShort(volume);
}

/** The tick nearest to a price from a pixel; at least one tick. */
export function snapToTick(price: number, tickSize: string): string {
  const scale = decimalsOfStep(tickSize);
  const tick = toUnits(tickSize, scale);
  const ticks = BigInt(Math.max(1, Math.round(price / Number(tickSize))));
  return fromUnits(ticks * tick, scale);
}
