import { expect, test } from "vitest";
import { type Bar, heikinAshi, toBar } from "./bars";

const bars: Bar[] = [
  { startMs: 0, open: 10, high: 16, low: 8, close: 14, volume: 1, quoteVolume: 12 },
  { startMs: 1, open: 14, high: 15, low: 11, close: 12, volume: 1, quoteVolume: 13 },
];

test("a candle's texts become numbers", () => {
  const candle = {
    start_ms: 5,
    open: "1.5",
    high: "2",
    low: "0.00000001",
    close: "1",
    volume: "3",
    quote_volume: "4",
    closed: true,
  };

  expect(toBar(candle)).toEqual({
    startMs: 5,
    open: 1.5,
    high: 2,
    low: 1e-8,
    close: 1,
    volume: 3,
    quoteVolume: 4,
  });
});

test("Heikin-Ashi closes at the mean and opens in the middle of the body before", () => {
  // 48 / 4 = 12 from 12; then 52 / 4 = 13 from 12, with its own high and the open as its low.
  expect(heikinAshi(bars).map(({ open, high, low, close }) => [open, high, low, close])).toEqual([
    [12, 16, 8, 12],
    [12, 15, 11, 13],
  ]);
});

test("Heikin-Ashi goes on from the bar before, so that the newest can be drawn alone", () => {
  const all = heikinAshi(bars);

  expect(heikinAshi(bars.slice(1), all[0])).toEqual(all.slice(1));
});
