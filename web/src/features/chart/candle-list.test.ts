import { expect, test } from "vitest";
import type { Candle } from "@/api/pairs";
import { aMinute, MINUTE_MS } from "@/testing/candle-feed";
import { appendCandles, prependCandles } from "./candle-list";

const minutesOf = (candles: readonly Candle[]) => candles.map((candle) => candle.start_ms / MINUTE_MS);

test("older candles go in front, and none is there twice", () => {
  const known = [aMinute(3), aMinute(4)];

  expect(minutesOf(prependCandles(known, [aMinute(1), aMinute(2), aMinute(3)]))).toEqual([1, 2, 3, 4]);
  expect(prependCandles(known, [aMinute(3)])).toBe(known);
});

test("the running candle takes the place of what was known of it", () => {
  const appended = appendCandles([aMinute(1), aMinute(2, "100")], [aMinute(2, "101")], "1m");

  expect(appended.candles.map((candle) => candle.close)).toEqual(["100", "101"]);
  expect(appended.from).toBe(1);
  expect(appended.hadGap).toBe(false);
});

test("a new candle goes on behind the last one", () => {
  const appended = appendCandles([aMinute(1)], [aMinute(1, "99"), aMinute(2, "98")], "1m");

  expect(minutesOf(appended.candles)).toEqual([1, 2]);
  expect(appended.from).toBe(0);
});

test("intervals without a trade are flat at the close before them", () => {
  const appended = appendCandles([aMinute(1, "100")], [aMinute(4, "103")], "1m");

  expect(appended.hadGap).toBe(true);
  expect(appended.from).toBe(1);
  expect(minutesOf(appended.candles)).toEqual([1, 2, 3, 4]);
  expect(appended.candles[2]).toEqual(aMinute(3, "100", { volume: "0", quote_volume: "0" }));
});

test("what lies before the list or between its intervals is left out", () => {
  const known = [aMinute(5)];
  const appended = appendCandles(known, [aMinute(2), aMinute(5.5)], "1m");

  expect(appended.candles).toEqual(known);
  expect(appended.from).toBe(1);
});

test("the first candle of a market begins the list", () => {
  expect(appendCandles([], [aMinute(7)], "1m")).toEqual({ candles: [aMinute(7)], from: 0, hadGap: false });
});
