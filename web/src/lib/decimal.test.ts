import { expect, test } from "vitest";
import {
  add,
  compare,
  divide,
  fromUnits,
  greater,
  isDecimal,
  isZero,
  lesser,
  multiply,
  round,
  roundToStep,
  scaleOf,
  subtract,
  toFixed,
  toUnits,
} from "./decimal";

test("sums, differences and products are exact where floats are not", () => {
  expect(add("0.1", "0.2")).toBe("0.3");
  expect(subtract("1000000000000", "0.00000001")).toBe("999999999999.99999999");
  expect(subtract("0.1", "0.3")).toBe("-0.2");
  expect(multiply("64210.5", "0.00000001")).toBe("0.000642105");
  expect(multiply("-1.50", "2")).toBe("-3");
});

test.each([
  ["1", "3", "down", "0.3333"],
  ["1", "3", "up", "0.3334"],
  ["2", "3", "nearest", "0.6667"],
  ["-1", "3", "down", "-0.3333"],
  ["-1", "3", "up", "-0.3334"],
  ["1", "-3", "up", "-0.3334"],
  ["0.00005", "1", "nearest", "0.0001"],
  ["6", "3", "up", "2"],
] as const)("%s divided by %s, rounded %s, is %s", (what, by, rounding, answer) => {
  expect(divide(what, by, 4, rounding)).toBe(answer);
});

test("decimals are compared by what they stand for", () => {
  expect(compare("10", "9.99")).toBe(1);
  expect(compare("1.50", "1.5")).toBe(0);
  expect(compare("-2", "1")).toBe(-1);
  expect(compare("100000000000000000000.00000001", "100000000000000000000")).toBe(1);
  expect(lesser("0.5", "0.50001")).toBe("0.5");
  expect(greater("0.5", "0.50001")).toBe("0.50001");
});

test("rounding goes to digits or to multiples of a step", () => {
  expect(round("1.23456", 2, "down")).toBe("1.23");
  expect(round("1.23456", 2, "up")).toBe("1.24");
  expect(round("5", 2, "up")).toBe("5");
  expect(roundToStep("64210.57", "0.1", "down")).toBe("64210.5");
  expect(roundToStep("64210.57", "0.25", "nearest")).toBe("64210.5");
  expect(roundToStep("64210.57", "10", "up")).toBe("64220");
});

test("units and fixed digits keep every digit that is asked for", () => {
  expect(toUnits("1.5", 8)).toBe(150_000_000n);
  expect(toUnits("0.129", 2, "up")).toBe(13n);
  expect(fromUnits(-5n, 8)).toBe("-0.00000005");
  expect(fromUnits(1200n, 0)).toBe("1200");
  expect(toFixed("1.5", 4)).toBe("1.5000");
  expect(toFixed("-0.05", 1, "nearest")).toBe("-0.1");
  expect(toFixed("7", 0)).toBe("7");
});

test("what is a decimal, and what is nothing", () => {
  expect(["1", "0.5", "-3.25", "", "1.", ".5", "1e5", "1,5"].filter(isDecimal)).toEqual([
    "1",
    "0.5",
    "-3.25",
  ]);
  expect(["0", "0.000", "-0", "0.001"].map(isZero)).toEqual([true, true, true, false]);
  expect(["12", "1.50"].map(scaleOf)).toEqual([0, 2]);
});
