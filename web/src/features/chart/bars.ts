import type { Candle } from "@/api/pairs";

/** A candle as numbers, for drawing and indicators; displayed text uses the candle's own strings. */
export interface Bar {
  startMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  quoteVolume: number;
}

export function toBar(candle: Candle): Bar {
  return {
    startMs: candle.start_ms,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: Number(candle.volume),
    quoteVolume: Number(candle.quote_volume),
  };
}

/**
 * Heikin-Ashi bars: each close is the mean of its bar, each open the middle of the previous body. `before` is
 * the previous Heikin-Ashi bar, if any.
 */
export function heikinAshi(bars: readonly Bar[], before: Bar | null = null): Bar[] {
  let previous = before;
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    const open = previous ? (previous.open + previous.close) / 2 : (bar.open + bar.close) / 2;
    previous = {
      ...bar,
      open,
      close,
      high: Math.max(bar.high, open, close),
      low: Math.min(bar.low, open, close),
    };
    return previous;
  });
}
