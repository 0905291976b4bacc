import { expect, test } from "vitest";
import { readChange } from "./change";

test.each([
  ["0.018", { direction: "up", percent: "1.80%" }],
  ["-0.0375", { direction: "down", percent: "3.75%" }],
  ["0", { direction: "none", percent: "0.00%" }],
  ["12.5", { direction: "up", percent: "1,250.00%" }],
] as const)("the ratio %s is read as %o", (ratio, readable) => {
  expect(readChange(ratio)).toEqual(readable);
});

test("a change too small to show has no direction", () => {
  expect(readChange("-0.00004")).toEqual({ direction: "none", percent: "0.00%" });
});
