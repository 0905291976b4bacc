import { expect, test } from "vitest";
import { MAX_SCALE, move, turn, WHOLE, zoom } from "./use-zoom";

const FRAME = { width: 400, height: 200 };

test("the point under the pointer stays where it is", () => {
  const near = zoom(WHOLE, 2, FRAME, { x: 100, y: -50 });

  expect(near).toEqual({ scale: 2, x: -100, y: 50, turns: 0 });
  expect(zoom(near, 0.5, FRAME, { x: 100, y: -50 })).toEqual(WHOLE);
});

test("the picture is neither smaller than its frame nor endlessly large", () => {
  expect(zoom(WHOLE, 0.5, FRAME)).toEqual(WHOLE);
  expect(zoom(WHOLE, 100, FRAME).scale).toBe(MAX_SCALE);
});

test("a drag ends at the picture's edge", () => {
  const near = zoom(WHOLE, 2, FRAME);

  expect(move(near, { x: 1000, y: -30 }, FRAME)).toEqual({ scale: 2, x: 200, y: -30, turns: 0 });
  expect(move(WHOLE, { x: 10, y: 10 }, FRAME)).toEqual(WHOLE);
});

test("four turns lead back, and what was at the right is then at the top", () => {
  const right = move(zoom(WHOLE, 2, FRAME), { x: 80, y: 0 }, FRAME);

  expect(turn(right, FRAME)).toEqual({ scale: 2, x: 0, y: -80, turns: 1 });
  expect([1, 2, 3, 4].reduce((view) => turn(view, FRAME), right)).toEqual(right);
});
