import { expect, test } from "vitest";
import { formatCompact, formatShort, formatValue } from "./format-value";

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
