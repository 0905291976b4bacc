import { i18n } from "@lingui/core";
import type { Candle, Pair } from "@/api/pairs";
import { readChange } from "@/lib/change";
import { divide, fromUnits, isZero, subtract, toUnits } from "@/lib/decimal";
import { decimalsOfStep, formatFixed, formatShort } from "@/lib/format-number";

/** The relative change between two prices. */
export function changeOf(from: string, to: string): string {
  return isZero(from) ? "0" : divide(subtract(to, from), from, 6, "nearest");
}

/** A candle in words, for screen readers. */
export function describeCandle(candle: Candle, pair: Pair, time: string): string {
  const decimals = decimalsOfStep(pair.tick_size);
  const { direction, percent } = readChange(changeOf(candle.open, candle.close));
  const figures = {
    time,
    open: formatFixed(candle.open, decimals),
    high: formatFixed(candle.high, decimals),
    low: formatFixed(candle.low, decimals),
    close: formatFixed(candle.close, decimals),
    percent,
    volume: `${volumeText(candle.volume)} ${pair.base}`,
  };
  if (direction === "up")
    return i18n._(
      "{time}: close {close}, up {percent}, open {open}, high {high}, low {low}, volume {volume}",
      figures,
    );
  if (direction === "down")
    return i18n._(
      "{time}: close {close}, down {percent}, open {open}, high {high}, low {low}, volume {volume}",
      figures,
    );
  return i18n._(
    "{time}: close {close}, unchanged, open {open}, high {high}, low {low}, volume {volume}",
    figures,
  );
}

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
