import { expect, test } from "vitest";
import { toFraction, toPercent } from "./model";

test.each([
  ["0", "0"],
  ["0.1", "10"],
  ["0.0025", "0.25"],
  ["0.002", "0.2"],
  ["0.000000000000000001", "0.0000000000000001"],
  ["1", "100"],
])("the fraction %s is %s percent, and back", (fraction, percent) => {
  expect(toPercent(fraction)).toBe(percent);
  expect(toFraction(percent)).toBe(fraction);
});
