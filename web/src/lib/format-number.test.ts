import { expect, test } from "vitest";
import {
  decimalsOfStep,
  formatAmount,
  formatCompact,
  formatCount,
  formatFixed,
  formatPrice,
  formatRate,
  formatShort,
  formatValue,
  groupDigits,
  priceDecimals,
  trimZeros,
} from "./format-number";

test.each([
  ["0", "0"],
  ["-12", "-12"],
  ["-1234567.5012", "-1,234,567.5012"],
  ["123456", "123,456"],
  ["1000000000000.00000001", "1,000,000,000,000.00000001"],
])("the thousands of %s are grouped as %s", (plain, text) => {
  expect(groupDigits(plain)).toBe(text);
});

test("counts are grouped, and only zeros behind the point are left out", () => {
  expect(formatCount(12_345)).toBe("12,345");
  expect(["1.500", "10", "2.0", "0.10"].map(trimZeros)).toEqual(["1.5", "10", "2", "0.1"]);
});

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

test.each([
  ["0", "0"],
  ["999", "999"],
  ["1000", "1,000"],
  ["5000000", "5,000,000"],
  ["1234567.12345678", "1,234,567.12345678"],
])("the amount %s is shown as %s", (amount, text) => {
  expect(formatAmount(amount)).toBe(text);
});

test.each([
  ["0", "0%"],
  ["0.0002", "0.02%"],
  ["0.0025", "0.25%"],
  ["0.1", "10%"],
  ["12", "1,200%"],
  [0.035, "3.5%"],
  [0.0000001, "0%"],
])("the rate %s is shown as %s", (fraction, text) => {
  expect(formatRate(fraction)).toBe(text);
});

test.each([
  ["0", "0.00"],
  ["0.00000001", "< 0.01"],
  ["0.01", "0.01"],
  ["10250.319", "10,250.31"],
  ["-3.456", "-3.45"],
  ["1000000000000", "1,000,000,000,000.00"],
])("the value %s is shown as %s", (value, text) => {
  expect(formatValue(value)).toBe(text);
});

test.each([
  ["0", "0"],
  ["0.004", "< 0.01"],
  ["9999.5", "9,999.50"],
  ["10000", "10K"],
  ["485930721.5261392", "485.9M"],
  ["1000000000000", "1T"],
])("the figure %s is shown as %s", (figure, text) => {
  expect(formatCompact(figure)).toBe(text);
});

test.each([
  ["0", "0"],
  ["-1234567.89", "-1.235M"],
  ["999.94", "999.9"],
  ["999.96", "1K"],
  ["999999", "1M"],
  ["0.0000000123456", "0.00000001235"],
  ["4321", "4.321K"],
  ["2500000000000000", "2,500T"],
])("the figure %s is shortened to %s", (figure, text) => {
  expect(formatShort(figure)).toBe(text);
});
