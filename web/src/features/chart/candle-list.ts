import type { Candle } from "@/api/pairs";
import { type Interval, LENGTH_MS } from "./intervals";

export interface FollowedList {
  candles: readonly Candle[];
  /** The first changed index; the length of the list if nothing changed. */
  from: number;
  /** Whether gaps between two candles were filled here: the server pushes only intervals with trades. */
  hadGap: boolean;
}

/** Prepends older candles; duplicates are skipped. */
export function prependCandles(known: readonly Candle[], older: readonly Candle[]): readonly Candle[] {
  const first = known[0];
  if (!first) return [...older];
  const added = older.filter((candle) => candle.start_ms < first.start_ms);
  return added.length === 0 ? known : [...added, ...known];
}

/**
 * Merges candles in the order of time: each replaces the one of its interval or is appended. A missing
 * interval is flat at the previous close, as the server would return it.
 */
export function appendCandles(
  known: readonly Candle[],
  fresh: readonly Candle[],
  interval: Interval,
): FollowedList {
  const length = LENGTH_MS[interval];
  const candles = [...known];
  let from = known.length;
  let hadGap = false;
  for (const candle of fresh) {
    const last = candles.at(-1);
    const first = candles[0];
    if (!last || !first) {
      candles.push(candle);
      from = 0;
      continue;
    }
    const place = (candle.start_ms - first.start_ms) / length;
    if (!Number.isInteger(place) || place < 0) continue;
    if (place < candles.length) {
      from = Math.min(from, place);
      candles[place] = candle;
      continue;
    }
    from = Math.min(from, candles.length);
    for (let startMs = last.start_ms + length; startMs < candle.start_ms; startMs += length) {
      candles.push(flatCandle(last.close, startMs));
      hadGap = true;
    }
    candles.push(candle);
  }
  return { candles, from, hadGap };
}

function flatCandle(price: string, startMs: number): Candle {
  return {
    start_ms: startMs,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: "0",
    quote_volume: "0",
    closed: true,
  };
}
