import { expect, test } from "vitest";
import { decimalsOfStep, formatFixed, formatPrice, priceDecimals } from "./format-price";

test.each([
  ["98683.2", 2, "98,683.20"],
  ["0.000009225", 9, "0.000009225"],
  ["1000000000000", 0, "1,000,000,000,000"],
  [null, 2, "–"],
])("the price %s with %i decimals is shown as %s", (price, decimals, text) => {
  expect(formatPrice(price, decimals)).toBe(text);
});

test("prices of a pair show as many decimals as the finest of them", () => {
  expect(priceDecimals(["15.8", "15.807", null, "16"])).toBe(3);
  expect(priceDecimals([])).toBe(0);
});

test("prices have the decimals of their tick, and texts stay exact", () => {
  expect(decimalsOfStep("0.01")).toBe(2);
  expect(decimalsOfStep("0.50")).toBe(1);
  expect(decimalsOfStep("10")).toBe(0);
  expect(formatFixed(0.00000012, 8)).toBe("0.00000012");
  expect(formatFixed("1e-7", 8)).toBe("0.00000010");
  expect(formatFixed("64210.5", 2)).toBe("64,210.50");
  expect(formatFixed("1000000000000.00000001", 8)).toBe("1,000,000,000,000.00000001");
});
