import { expect, test } from "vitest";
import {
  bollingerBands,
  exponentialAverage,
  simpleAverage,
  volumeWeightedAverage,
  wilderAverage,
} from "./averages";
import type { Bar } from "./bars";

function aBar(parts: Partial<Bar>): Bar {
  return { startMs: 0, open: 0, high: 0, low: 0, close: 0, volume: 0, quoteVolume: 0, ...parts };
}

test("a simple average is the mean of the last values", () => {
  expect(simpleAverage([2, 4, 6, 11], 3)).toEqual([null, null, 4, 7]);
  expect(simpleAverage([5, 7], 1)).toEqual([5, 7]);
  expect(simpleAverage([5, 7], 3)).toEqual([null, null]);
});

test("an average of what begins later begins later", () => {
  expect(simpleAverage([null, 2, 4, 6], 2)).toEqual([null, null, 3, 5]);
  expect(exponentialAverage([null, 2, 4, 7], 2)).toEqual([null, null, 3, 3 + (2 / 3) * 4]);
});

test("an exponential average begins as a mean and then follows each value", () => {
  // Period 3 weighs a new value with 1/2: (1 + 2 + 6) / 3 = 3, then 3 + (7 - 3) / 2 = 5, then 5 + (1 - 5) / 2 = 3.
  expect(exponentialAverage([1, 2, 6, 7, 1], 3)).toEqual([null, null, 3, 5, 3]);
});

test("Wilder's average follows more slowly", () => {
  // Period 4 weighs a new value with 1/4: 10 / 4 = 2.5, then 2.5 + (6.5 - 2.5) / 4 = 3.5.
  expect(wilderAverage([1, 2, 3, 4, 6.5], 4)).toEqual([null, null, null, 2.5, 3.5]);
});

test("Bollinger bands lie at deviations of the whole population", () => {
  // The mean of 2 4 4 4 5 5 7 9 is 5, their variance 4.
  const bands = bollingerBands([2, 4, 4, 4, 5, 5, 7, 9], 8, 2);

  expect(bands.middle.at(-1)).toBe(5);
  expect(bands.upper.at(-1)).toBe(9);
  expect(bands.lower.at(-1)).toBe(1);
  expect(bands.upper.slice(0, 7)).toEqual(Array(7).fill(null));
});

test("bands around a price that never moves have no width, however large it is", () => {
  const bands = bollingerBands([1e12, 1e12, 1e12], 3, 2);

  expect([bands.upper[2], bands.middle[2], bands.lower[2]]).toEqual([1e12, 1e12, 1e12]);
});

test("the volume-weighted average is what was paid by what was bought since the day began", () => {
  const day = 86_400_000;
  const bars = [
    aBar({ startMs: day - 1000, volume: 1, quoteVolume: 500 }),
    aBar({ startMs: day, volume: 0, quoteVolume: 0 }),
    aBar({ startMs: day + 1000, volume: 1, quoteVolume: 100 }),
    aBar({ startMs: day + 2000, volume: 3, quoteVolume: 340 }),
  ];

  expect(volumeWeightedAverage(bars, 1)).toEqual([500, null, 100, 110]);
});

test("the volume-weighted average of a week begins on Monday, that of a month on its first day", () => {
  const sunday = Date.UTC(2026, 10, 15);
  const monday = Date.UTC(2026, 10, 16);
  const december = Date.UTC(2026, 11, 1);
  const bars = [sunday, monday, december].map((startMs, place) =>
    aBar({ startMs, volume: 1, quoteVolume: 10 * (place + 1) }),
  );

  expect(volumeWeightedAverage(bars.slice(0, 2), 7)).toEqual([10, 20]);
  expect(volumeWeightedAverage(bars, 30)).toEqual([10, 15, 30]);
});
