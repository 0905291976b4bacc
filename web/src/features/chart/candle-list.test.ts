import { expect, test } from "vitest";
import type { Candle } from "@/api/pairs";
import { appendCandles, prependCandles } from "./candle-list";

const MINUTE = 60_000;

function aCandle(minute: number, close = "100", parts: Partial<Candle> = {}): Candle {
  return {
    start_ms: minute * MINUTE,
    open: close,
    high: close,
    low: close,
    close,
    volume: "1",
    quote_volume: close,
    closed: true,
    ...parts,
  };
}

const minutesOf = (candles: readonly Candle[]) => candles.map((candle) => candle.start_ms / MINUTE);

test("older candles go in front, and none is there twice", () => {
  const known = [aCandle(3), aCandle(4)];

  expect(minutesOf(prependCandles(known, [aCandle(1), aCandle(2), aCandle(3)]))).toEqual([1, 2, 3, 4]);
  expect(prependCandles(known, [aCandle(3)])).toBe(known);
});

test("the running candle takes the place of what was known of it", () => {
  const appended = appendCandles([aCandle(1), aCandle(2, "100")], [aCandle(2, "101")], "1m");

  expect(appended.candles.map((candle) => candle.close)).toEqual(["100", "101"]);
  expect(appended.from).toBe(1);
  expect(appended.hadGap).toBe(false);
});

test("a new candle goes on behind the last one", () => {
  const appended = appendCandles([aCandle(1)], [aCandle(1, "99"), aCandle(2, "98")], "1m");

  expect(minutesOf(appended.candles)).toEqual([1, 2]);
  expect(appended.from).toBe(0);
});

test("intervals without a trade are flat at the close before them", () => {
  const appended = appendCandles([aCandle(1, "100")], [aCandle(4, "103")], "1m");

  expect(appended.hadGap).toBe(true);
  expect(appended.from).toBe(1);
  expect(minutesOf(appended.candles)).toEqual([1, 2, 3, 4]);
  expect(appended.candles[2]).toEqual(aCandle(3, "100", { volume: "0", quote_volume: "0" }));
});

test("what lies before the list or between its intervals is left out", () => {
  const known = [aCandle(5)];
  const appended = appendCandles(known, [aCandle(2), aCandle(5.5)], "1m");

  expect(appended.candles).toEqual(known);
  expect(appended.from).toBe(1);
});

test("the first candle of a market begins the list", () => {
  expect(appendCandles([], [aCandle(7)], "1m")).toEqual({ candles: [aCandle(7)], from: 0, hadGap: false });
});
