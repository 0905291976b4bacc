import { i18n } from "@lingui/core";
import { expect, onTestFinished, test } from "vitest";
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
  priceDecimals,
} from "./format-number";

test.each([
  ["0", "0"],
  ["-12", "-12"],
  ["-1234567.5012", "-1,234,567.5012"],
  ["123456", "123,456"],
  ["1000000000000.00000001", "1,000,000,000,000.00000001"],
  [
    "123456789012345678901234567890.123456789012345678",
    "123,456,789,012,345,678,901,234,567,890.123456789012345678",
  ],
  ["-0", "-0"],
  ["1.500", "1.5"],
  ["2.0", "2"],
])("the amount %s is shown as %s", (plain, text) => {
  expect(formatAmount(plain)).toBe(text);
});

test("fixed decimals are kept as given, and halves are rounded away from zero", () => {
  expect(formatFixed("123456789012345678901234567890.10", 2)).toBe(
    "123,456,789,012,345,678,901,234,567,890.10",
  );
  expect(formatFixed("-0.005", 2)).toBe("-0.01");
  expect(formatFixed("1.005", 2)).toBe("1.01");
});

test("counts are grouped", () => {
  expect(formatCount(12_345)).toBe("12,345");
});

test("figures follow the locale of the texts", () => {
  onTestFinished(() => i18n.activate("en"));
  expect(formatFixed("1234.5", 2)).toBe("1,234.50");

  i18n.loadAndActivate({ locale: "de", messages: {} });

  expect(formatFixed("1234.5", 2)).toBe("1.234,50");
  expect(formatAmount("-1234567.5012")).toBe("-1.234.567,5012");
  expect(formatCount(12_345)).toBe("12.345");
  expect(formatValue("0.001")).toBe("< 0,01");
  expect(formatRate("12.0025")).toBe("1.200,25\u00a0%");
  expect(formatShort("1234567.89")).toBe("1,235\u00a0Mio.");
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
