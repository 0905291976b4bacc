import { exponentialAverage, simpleAverage, type Values, wilderAverage } from "./averages";
import type { Bar } from "./bars";

/** Relative strength index (RSI) by Wilder, 0 to 100. */
export function relativeStrength(closes: readonly number[], period: number): Values {
  const moves = closes.map((close, place) => (place === 0 ? null : close - (closes[place - 1] ?? close)));
  const gains = wilderAverage(
    moves.map((move) => move && Math.max(move, 0)),
    period,
  );
  const losses = wilderAverage(
    moves.map((move) => move && Math.max(-move, 0)),
    period,
  );
  return gains.map((gain, place) => {
    const loss = losses[place] ?? null;
    if (gain === null || loss === null) return null;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}

export interface Macd {
  macd: Values;
  signal: Values;
  histogram: Values;
}

/** MACD: the difference of a fast and a slow exponential average, its signal line, and the histogram. */
export function convergenceDivergence(
  closes: readonly number[],
  fast: number,
  slow: number,
  smoothing: number,
): Macd {
  const macd = difference(exponentialAverage(closes, fast), exponentialAverage(closes, slow));
  const signal = exponentialAverage(macd, smoothing);
  return { macd, signal, histogram: difference(macd, signal) };
}

/** The stochastic oscillator, 0 to 100, smoothed twice. */
export function stochastic(bars: readonly Bar[], period: number, smoothing: number, signalPeriod: number) {
  const raw = bars.map((bar, place) => {
    if (place + 1 < period) return null;
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    for (let at = place - period + 1; at <= place; at++) {
      highest = Math.max(highest, bars[at]?.high ?? highest);
      lowest = Math.min(lowest, bars[at]?.low ?? lowest);
    }
    return highest === lowest ? 50 : (100 * (bar.close - lowest)) / (highest - lowest);
  });
  const k = simpleAverage(raw, smoothing);
  return { k, d: simpleAverage(k, signalPeriod) };
}

/** Average true range (ATR) by Wilder. */
export function averageTrueRange(bars: readonly Bar[], period: number): Values {
  const ranges = bars.map(({ high, low }, place) => {
    const before = bars[place - 1]?.close;
    if (before === undefined) return high - low;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  });
  return wilderAverage(ranges, period);
}

function difference(from: Values, what: Values): Values {
  return from.map((value, place) => {
    const other = what[place] ?? null;
    return value === null || other === null ? null : value - other;
  });
}
