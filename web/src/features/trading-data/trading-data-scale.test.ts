import { expect, test } from "vitest";
import { barsPath, dotsPath, linePath, placeAt, roundUp, xOf, yOf } from "./trading-data-scale";

test("an axis ends at a round number that holds every value", () => {
  expect([0.7, 1, 1.2, 2.1, 3, 7, 99, 100, 101].map(roundUp)).toEqual([0.8, 1, 1.2, 3, 3, 8, 100, 100, 120]);
  expect(roundUp(0.000000031)).toBe(0.00000004);
  expect(roundUp(1.1e12)).toBe(1.2e12);
});

test("an axis without values still has a length", () => {
  expect(roundUp(0)).toBe(1);
});

test("the most stands at the top, the least at the bottom", () => {
  expect([yOf(1, [0, 1]), yOf(0.5, [0, 1]), yOf(0, [0, 1])]).toEqual([0, 100, 200]);
  expect(yOf(0, [-2, 2])).toBe(100);
});

test("items share the width, and each is found under its own part of it", () => {
  expect([0, 1, 2, 3].map((place) => xOf(place, 4))).toEqual([125, 375, 625, 875]);
  expect([0, 0.24, 0.26, 0.99, 1.2, -1].map((share) => placeAt(share, 4))).toEqual([0, 0, 1, 3, 3, 0]);
  expect(placeAt(0.5, 0)).toBeNull();
  expect(placeAt(Number.NaN, 4)).toBeNull();
});

test("a line breaks where a value is missing, and one value alone is a dot", () => {
  expect(linePath([0, 1, null, 0.5], [0, 1])).toBe("M125 200L375 0");
  expect(dotsPath([0, 1, null, 0.5], [0, 1])).toBe("M875 100h0");
  expect(linePath([null], [0, 1])).toBe("");
});

test("bars grow from zero in their own direction", () => {
  expect(barsPath([1, -1], [-1, 1])).toBe("M100 100V0h300V100ZM600 100V200h300V100Z");
  expect(barsPath([null, 0], [-1, 1])).toBe("");
});
