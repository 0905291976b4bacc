import { expect, test } from "vitest";
import { formatCount, groupDigits, trimZeros } from "./group-digits";

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
