import { expect, test } from "vitest";
import type { Bar } from "./bars";
import { averageTrueRange, convergenceDivergence, relativeStrength, stochastic } from "./oscillators";

function aBar(high: number, low: number, close: number): Bar {
  return { startMs: 0, open: low, high, low, close, volume: 0, quoteVolume: 0 };
}

test("relative strength is the part of the movement that went up", () => {
  // Moves +3 -1, then +2: mean gain 1.5 and loss 0.5 make 75; then (1.5 + 2) / 2 and 0.5 / 2 make 87.5.
  expect(relativeStrength([10, 13, 12, 14], 2)).toEqual([null, null, 75, 87.5]);
});

test("relative strength stands in the middle while nothing moves, and at its ends when all goes one way", () => {
  expect(relativeStrength([5, 5, 5], 2)).toEqual([null, null, 50]);
  expect(relativeStrength([1, 2, 3], 2)).toEqual([null, null, 100]);
  expect(relativeStrength([3, 2, 1], 2)).toEqual([null, null, 0]);
});

test("MACD is the distance of two averages, with an average of its own", () => {
  // Fast (1) is the close itself; slow (3) is 3, then 5, then 3: distances 3, 2, -2; signal (2) is 2.5, then -0.5.
  const { macd, signal, histogram } = convergenceDivergence([1, 2, 6, 7, 1], 1, 3, 2);

  expect(macd).toEqual([null, null, 3, 2, -2]);
  expect(signal).toEqual([null, null, null, 2.5, -0.5]);
  expect(histogram).toEqual([null, null, null, -0.5, -1.5]);
});

test("the stochastic oscillator says where the close lies between low and high", () => {
  const bars = [aBar(10, 0, 5), aBar(20, 10, 15), aBar(20, 15, 20), aBar(20, 12, 12)];

  // Of two bars each: 15 of 0..20 is 75, 20 of 10..20 is 100, 12 of 12..20 is 0; then means of two and of two.
  const { k, d } = stochastic(bars, 2, 2, 2);

  expect(k).toEqual([null, null, 87.5, 50]);
  expect(d).toEqual([null, null, null, 68.75]);
});

test("the stochastic oscillator stands in the middle of a market that does not move", () => {
  expect(stochastic([aBar(7, 7, 7), aBar(7, 7, 7)], 2, 1, 1).k).toEqual([null, 50]);
});

test("the average true range counts gaps between bars", () => {
  // Ranges: 2; then from the close 9 to 14 is 5; then 3: (2 + 5) / 2 = 3.5, then 3.5 + (3 - 3.5) / 2 = 3.25.
  const bars = [aBar(10, 8, 9), aBar(14, 12, 13), aBar(15, 12, 14)];

  expect(averageTrueRange(bars, 2)).toEqual([null, 3.5, 3.25]);
});
