import { expect, test } from "vitest";
import { clampShift } from "@/design/dialog-panel";

const view = { width: 1000, height: 800 };
const box = { left: 300, top: 200, right: 700, bottom: 600 };

test("a shift that stays in view is kept", () => {
  expect(clampShift(box, { x: 80, y: -60 }, view)).toEqual({ x: 80, y: -60 });
});

test("a shift past an edge stops at the edge", () => {
  expect(clampShift(box, { x: 900, y: 900 }, view)).toEqual({ x: 300, y: 200 });
  expect(clampShift(box, { x: -900, y: -900 }, view)).toEqual({ x: -300, y: -200 });
});

test("a box taller than the view keeps its top in view", () => {
  const tall = { ...box, top: 100, bottom: 1000 };

  expect(clampShift(tall, { x: 0, y: -400 }, view)).toEqual({ x: 0, y: -100 });
});
