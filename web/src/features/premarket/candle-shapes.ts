import type { PremarketCandle } from "./types";

export const CHART_WIDTH = 600;
export const CHART_HEIGHT = 200;
/** Fewer candles leave room at the left instead of becoming bars as wide as the chart. */
export const MIN_SLOTS = 40;
const BODY_SHARE = 0.64;
const MIN_BODY = 1.5;
/** Of the range, above and below. */
const MARGIN = 0.08;

export type CandleShape = {
  time: number;
  isUp: boolean;
  x: number;
  bodyX: number;
  bodyWidth: number;
  bodyY: number;
  bodyHeight: number;
  highY: number;
  lowY: number;
};

export type CandleChart = { shapes: CandleShape[]; low: number; high: number };

/** Places candles, oldest first, into the chart; its range leaves a margin around all prices. */
export function placeCandles(candles: readonly PremarketCandle[]): CandleChart {
  const lowest = Math.min(...candles.map(({ low }) => Number(low)));
  const highest = Math.max(...candles.map(({ high }) => Number(high)));
  const margin = (highest - lowest || highest || 1) * MARGIN;
  const [low, high] = [Math.max(lowest - margin, 0), highest + margin];
  const yOf = (price: string) => ((high - Number(price)) / (high - low)) * CHART_HEIGHT;
  const slot = CHART_WIDTH / Math.max(candles.length, MIN_SLOTS);
  const first = CHART_WIDTH - candles.length * slot;

  const shapes = candles.map((candle, index) => {
    const x = first + (index + 0.5) * slot;
    const [openY, closeY] = [yOf(candle.open), yOf(candle.close)];
    const height = Math.max(Math.abs(closeY - openY), MIN_BODY);
    return {
      time: candle.time_ms,
      isUp: Number(candle.close) >= Number(candle.open),
      x,
      bodyX: x - (slot * BODY_SHARE) / 2,
      bodyWidth: slot * BODY_SHARE,
      bodyY: (openY + closeY - height) / 2,
      bodyHeight: height,
      highY: yOf(candle.high),
      lowY: yOf(candle.low),
    };
  });
  return { shapes, low, high };
}
