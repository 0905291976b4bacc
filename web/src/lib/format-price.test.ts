import { expect, test } from "vitest";
import { formatPrice, priceDecimals } from "./format-price";

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
