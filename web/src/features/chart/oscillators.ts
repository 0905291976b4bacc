import { exponentialAverage, simpleAverage, type Values, wilderAverage } from "./averages";
import type { Bar } from "./bars";

/** Relative strength by Wilder, 0 to 100: how much of the movement went up. */
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

/** The distance of a fast exponential average from a slow one, its own average, and the distance of those two. */
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

/** Where the close lies between the lowest and the highest price of the period, 0 to 100, smoothed twice. */
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

/** Wilder's mean of how far prices went in each bar, gaps included. */
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
