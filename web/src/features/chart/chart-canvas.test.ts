import { expect, test } from "vitest";
import { placeAfter } from "./chart-canvas";

test("the first step to the left leads to the newest bar, the next ones further back", () => {
  expect(placeAfter("ArrowLeft", { place: null, count: 100 })).toBe(99);
  expect(placeAfter("ArrowLeft", { place: 99, count: 100 })).toBe(98);
  expect(placeAfter("PageUp", { place: 99, count: 100 })).toBe(89);
});

test("no step leads out of the chart", () => {
  expect(placeAfter("ArrowLeft", { place: 0, count: 100 })).toBe(0);
  expect(placeAfter("PageDown", { place: 95, count: 100 })).toBe(99);
  expect(placeAfter("Home", { place: 50, count: 100 })).toBe(0);
  expect(placeAfter("End", { place: 50, count: 100 })).toBe(99);
});

test("other keys and empty charts lead nowhere", () => {
  expect(placeAfter("b", { place: 1, count: 100 })).toBeNull();
  expect(placeAfter("ArrowLeft", { place: null, count: 0 })).toBeNull();
});
