import type { Candle } from "@/api/pairs";

/** A candle in numbers, for pixels and indicators; what people read comes from the candle's own texts. */
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
 * Heikin-Ashi: each close is the mean of its bar, each open the middle of the body before. `before` is the
 * Heikin-Ashi bar in front of the given ones, if there is one.
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
