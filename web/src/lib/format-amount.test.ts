import { expect, test } from "vitest";
import { formatAmount, formatRate } from "./format-amount";

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
