import { describe, expect, test } from "vitest";
import { pastedAmount, plainAmount, readPasted, readTyped, steppedAmount, typedAmount } from "./amount-text";

describe("typing an amount", () => {
  test.each([
    ["", ""],
    ["0", "0"],
    [".", "."],
    ["1.", "1."],
    ["1,", "1."],
    ["1,5", "1.5"],
    ["1.25", "1.25"],
  ])("takes %j as %j", (text, draft) => {
    expect(typedAmount(text, 2)).toBe(draft);
  });

  test.each(["a", "1e5", "-1", "+1", "1.2.3", "1 000", "1.234", "1234567890123456"])("refuses %j", (text) => {
    expect(typedAmount(text, 2)).toBeNull();
  });

  test("allows no point where the coin has no decimals", () => {
    expect(typedAmount("1.", 0)).toBeNull();
    expect(typedAmount("12", 0)).toBe("12");
  });
});

describe("the separator of a typed amount", () => {
  test("is remembered as it was typed, and shown as a point", () => {
    expect(readTyped("1,", 2, null, 8)).toEqual({ text: "1.", mark: ",", notice: null });
    expect(readTyped("1.2", 3, ",", 8)).toEqual({ text: "1.2", mark: ",", notice: null });
    expect(readTyped("12", 2, ",", 8)).toEqual({ text: "12", mark: null, notice: null });
  });

  test.each([
    ["1.234.", 6, ",", "1234."],
    ["12.345.", 7, ",", "12345."],
    ["1.234,", 6, ".", "1234."],
    ["1,234.5", 2, ".", "1234.5"],
    ["1,234.5", 2, null, "1234.5"],
    ["1.234.5", 2, ",", "1234.5"],
  ] as const)("grouped thousands where another follows: %j at %i, first typed as %j, is %j", (...example) => {
    const [typed, caret, mark, text] = example;
    expect(readTyped(typed, caret, mark, 8)).toEqual({ text, mark: null, notice: "regrouped" });
  });

  test.each([
    ["the same one twice", "1.234,", 6, ","],
    ["the same one twice", "1.234.", 6, "."],
    ["no three digits between", "1.23.", 5, ","],
    ["nothing groups after a zero", "0.234.", 6, ","],
    ["too many digits before", "1234.567.", 9, ","],
    ["a point nobody typed is a decimal one", "1.234,", 6, null],
  ] as const)("is refused where a second one decides nothing: %s", (_, typed, caret, mark) => {
    expect(readTyped(typed, caret, mark, 8)).toEqual({ text: null, mark, notice: "second-mark" });
  });

  test("is dropped without a word where the key bounced", () => {
    expect(readTyped("1..", 3, ".", 8)).toEqual({ text: null, mark: ".", notice: null });
    expect(readTyped("1,.5", 2, ".", 8)).toEqual({ text: null, mark: ".", notice: null });
  });

  test("is refused where there are no decimals, and so is a decimal too many", () => {
    expect(readTyped("1,", 2, null, 0)).toEqual({ text: null, mark: null, notice: "too-fine" });
    expect(readTyped("1.234", 5, ",", 2)).toEqual({ text: null, mark: ",", notice: "too-fine" });
    expect(readTyped("1x", 2, null, 2)).toEqual({ text: null, mark: null, notice: null });
  });
});

test.each([
  ["1,234", "ambiguous"],
  [" 12,345 ", "ambiguous"],
  ["1,23,456", "no-amount"],
  ["", "no-amount"],
])("the pasted text %j is refused as %s", (text, notice) => {
  expect(readPasted(text, 8)).toEqual({ text: null, mark: null, notice });
});

describe("pasting an amount", () => {
  test.each([
    ["1,234.5", "1234.5"],
    ["1.234,5", "1234.5"],
    ["1 234,5", "1234.5"],
    ["1'234.50", "1234.50"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1,5", "1.5"],
    ["0,234", "0.234"],
    ["1.234", "1.234"],
    ["1234,567", "1234.567"],
    [" 42 ", "42"],
    [".5", "0.5"],
    ["007.5", "7.5"],
    ["5.", "5"],
  ])("reads %j as %j", (text, amount) => {
    expect(pastedAmount(text, 8)).toBe(amount);
  });

  test.each([
    "",
    ".",
    "abc",
    "1e5",
    "-5",
    "0.5 BTC",
    "1,23,456.7",
    "1.2.3",
    "1..2",
    "1234567890123456",
    "1,234",
    "999,999",
  ])("refuses %j", (text) => {
    expect(pastedAmount(text, 8)).toBeNull();
  });

  test("drops the decimals the coin does not have, never rounding up", () => {
    expect(pastedAmount("0.999999", 2)).toBe("0.99");
    expect(pastedAmount("12.9", 0)).toBe("12");
  });
});

test.each([
  ["", ""],
  [".", ""],
  ["1.", "1"],
  [".5", "0.5"],
  ["00", "0"],
  ["007", "7"],
  ["1.50", "1.50"],
])("the draft %j stands for %j", (draft, amount) => {
  expect(plainAmount(draft)).toBe(amount);
});

describe("stepping an amount", () => {
  test.each([
    ["", "0.01", 1, "0.01"],
    ["1", "0.01", 1, "1.01"],
    ["1.01", "0.01", -1, "1.00"],
    ["1.005", "0.01", 1, "1.01"],
    ["1.005", "0.01", -1, "1.00"],
    ["1.00", "0.01", 10, "1.10"],
    ["0.05", "0.01", -10, "0.00"],
    ["9", "1", 1, "10"],
    ["64210.5", "0.5", 1, "64211.0"],
    ["5", "0.00100000", 1, "5.001"],
    ["70", "10.00", 1, "80"],
    ["100", "100", 1, "200"],
    ["123456789012345.12345678", "0.00000001", 1, "123456789012345.12345679"],
  ])("moves %j by %j times %i to %j", (amount, step, count, expected) => {
    expect(steppedAmount(amount, step, count)).toBe(expected);
  });

  test("a step of zero changes nothing", () => {
    expect(steppedAmount("1.5", "0", 1)).toBe("1.5");
  });
});
