import { expect, test } from "vitest";
import { sparklinePath } from "./sparkline-path";

test("the values are spread over the width, the highest at the top", () => {
  expect(sparklinePath([10, 30, 20], 100, 40)).toBe("M0 40L50 0L100 20");
});

test("equal values lie in the middle", () => {
  expect(sparklinePath([5, 5], 100, 40)).toBe("M0 20L100 20");
});

test("one value is no line", () => {
  expect(sparklinePath([5], 100, 40)).toBe("");
});
