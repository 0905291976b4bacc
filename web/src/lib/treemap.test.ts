import { expect, test } from "vitest";
import { treemap } from "./treemap";

const weigh = (weight: number) => weight;

test("the example of the paper: six weights in a room of 6 by 4", () => {
  const tiles = treemap([6, 6, 4, 3, 2, 2, 1], weigh, 6, 4);

  expect(tiles.slice(0, 4).map(({ left, top, width, height }) => [left, top, width, height])).toEqual([
    [0, 0, 3, 2],
    [0, 2, 3, 2],
    [3, 0, expect.closeTo(12 / 7), expect.closeTo(7 / 3)],
    [expect.closeTo(3 + 12 / 7), 0, expect.closeTo(9 / 7), expect.closeTo(7 / 3)],
  ]);
});

test("each tile is as large as its item weighs, and none leaves the room", () => {
  const weights = [229, 134, 49, 30, 12, 9, 8, 4.6, 3, 3, 2, 1, 0.4, 0.02];

  const tiles = treemap(weights, weigh, 1200, 300);

  const sum = weights.reduce((total, weight) => total + weight, 0);
  expect(tiles).toHaveLength(weights.length);
  for (const { item, left, top, width, height } of tiles) {
    expect(width * height).toBeCloseTo((item / sum) * 360_000, 4);
    expect(left + width).toBeLessThanOrEqual(1200.0001);
    expect(top + height).toBeLessThanOrEqual(300.0001);
  }
});

test("what weighs nothing has no tile", () => {
  expect(treemap([0, 0], weigh, 10, 10)).toEqual([]);
  expect(treemap([], weigh, 10, 10)).toEqual([]);
  expect(treemap([5, 0], weigh, 10, 10)).toEqual([{ item: 5, left: 0, top: 0, width: 10, height: 10 }]);
});
