import { expect, test } from "vitest";
import { CHART_HEIGHT, CHART_WIDTH, placeCandles } from "./candle-shapes";

const aCandle = (open: string, high: string, low: string, close: string, time_ms = 0) => ({
  time_ms,
  open,
  high,
  low,
  close,
  volume: "1",
});

test("every candle is inside the chart, the newest at its end", () => {
  const candles = [aCandle("1", "3", "0.5", "2", 1), aCandle("2", "4", "1", "1.5", 2)];

  const { shapes, low, high } = placeCandles(candles);

  expect([low < 0.5, high > 4]).toEqual([true, true]);
  expect(shapes.map(({ isUp }) => isUp)).toEqual([true, false]);
  for (const { highY, lowY, bodyY, bodyHeight } of shapes) {
    expect(highY).toBeLessThanOrEqual(bodyY);
    expect(bodyY + bodyHeight).toBeLessThanOrEqual(lowY);
    expect(lowY).toBeLessThan(CHART_HEIGHT);
  }
  const last = shapes.at(-1);
  expect((last?.bodyX ?? 0) + (last?.bodyWidth ?? 0)).toBeLessThanOrEqual(CHART_WIDTH);
});

test("a single price is a visible line in the middle", () => {
  const { shapes } = placeCandles([aCandle("2", "2", "2", "2")]);

  expect(shapes[0]?.bodyHeight).toBeGreaterThan(0);
  expect((shapes[0]?.bodyY ?? 0) + (shapes[0]?.bodyHeight ?? 0) / 2).toBeCloseTo(CHART_HEIGHT / 2);
});
