import { fromUnits, toUnits } from "@/lib/decimal";
import { decimalsOfStep } from "@/lib/format-price";
import { formatShort } from "@/lib/format-value";

/** A volume to four digits, such as 1.234K. */
export function volumeText(volume: string | number): string {
  return formatShort(volume);
}

/** The tick next to a price that came from a pixel; never below the first one. */
export function snapToTick(price: number, tickSize: string): string {
  const scale = decimalsOfStep(tickSize);
  const tick = toUnits(tickSize, scale);
  const ticks = BigInt(Math.max(1, Math.round(price / Number(tickSize))));
  return fromUnits(ticks * tick, scale);
}
