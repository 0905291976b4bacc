import { expect, test } from "vitest";
import { isMore, isMultiple, isProductWithin, spreadOf } from "./exact";

test("amounts are compared to their last digit, beyond what a float can hold", () => {
  expect(isMore("9007199254740993", "9007199254740992")).toBe(true);
  expect(isMore("0.1", "0.10")).toBe(false);
});

test.each([
  ["0.3", "0.1", true],
  ["0.25", "0.1", false],
  ["1000", "0.00000001", true],
  ["1", "0", false],
])("%s is a multiple of %s: %s", (amount, step, isOne) => {
  expect(isMultiple(amount, step)).toBe(isOne);
});

test("tick times step must fit the decimals of the quote coin", () => {
  expect(isProductWithin("0.01", "0.0001", 6)).toBe(true);
  expect(isProductWithin("0.01", "0.00001", 6)).toBe(false);
  expect(isProductWithin("0.5", "0.2", 1)).toBe(true);
});

test("the spread is a share of the middle price", () => {
  expect(Number(spreadOf("99", "101"))).toBeCloseTo(0.02, 10);
  expect(spreadOf("0", "0")).toBeNull();
});
