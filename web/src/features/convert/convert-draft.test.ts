import { expect, test } from "vitest";
import { aConvertTarget } from "@/testing/convert";
import { aPair } from "@/testing/markets";
import {
  chooseCoins,
  coinsOnPath,
  estimate,
  explainPay,
  explainRoute,
  limitsOf,
  maxOf,
  quoteDraftOf,
  roundRate,
} from "./convert-draft";

const PAIRS = [aPair("BTC-USDT"), aPair("ETH-USDT"), aPair("ETH-BTC")];
const TERMS = { target: aConvertTarget(), fromDecimals: 8, toDecimals: 6 };

test.each([
  [
    { from: null, to: null },
    { from: "USDT", to: "BTC" },
  ],
  [
    { from: "ETH", to: null },
    { from: "ETH", to: "USDT" },
  ],
  [
    { from: "USDT", to: null },
    { from: "USDT", to: "BTC" },
  ],
  [
    { from: null, to: "ETH" },
    { from: "USDT", to: "ETH" },
  ],
  [
    { from: "BTC", to: "BTC" },
    { from: "BTC", to: "USDT" },
  ],
  [
    { from: "BTC", to: "ETH" },
    { from: "BTC", to: "ETH" },
  ],
])("the coins %j become %j", (wanted, chosen) => {
  expect(chooseCoins(wanted, PAIRS)).toEqual(chosen);
});

test("without pairs no coin is chosen", () => {
  expect(chooseCoins({ from: null, to: null }, [])).toEqual({ from: null, to: null });
});

test.each([
  [
    { side: "pay", amount: "0.1" },
    { pay: "0.1", receive: "1.995" },
  ],
  // Rounded down to the decimals of the received coin, and up to those of the paid one.
  [
    { side: "pay", amount: "0.00000001" },
    { pay: "0.00000001", receive: "0" },
  ],
  [
    { side: "receive", amount: "1" },
    { pay: "0.05012532", receive: "1" },
  ],
  [
    { side: "receive", amount: "" },
    { pay: "", receive: "" },
  ],
] as const)("%j at 20 after a fee of 0.25%% is %j", (typed, amounts) => {
  expect(estimate(typed, TERMS)).toEqual(amounts);
});

test("without a rate the other amount stays empty", () => {
  expect(estimate({ side: "pay", amount: "1" }, null)).toEqual({ pay: "1", receive: "" });
  const target = aConvertTarget("ETH", { rate: "0" });
  expect(estimate({ side: "receive", amount: "1" }, { ...TERMS, target })).toEqual({ pay: "", receive: "1" });
});

test("the maximum is the balance, or what one conversion takes", () => {
  expect(maxOf("2.123456789", aConvertTarget(), 8)).toBe("2.12345678");
  expect(maxOf("25", aConvertTarget(), 8)).toBe("10");
  expect(maxOf("25", null, 8)).toBe("25");
});

test.each([
  [
    { min: "5.9867068", max: "236158.8231513" },
    { min: "5.99", max: "236000" },
  ],
  [
    { min: "0.00012345", max: "12.3456" },
    { min: "0.000124", max: "12.3" },
  ],
  [
    { min: "1001", max: "10" },
    { min: "1001", max: "10" },
  ],
  [
    { min: "999.5", max: "1999" },
    { min: "1000", max: "1990" },
  ],
  // Rounding never empties a narrow range.
  [
    { min: "12.31", max: "12.38" },
    { min: "12.31", max: "12.38" },
  ],
])("the limits %j are shown as %j", (limits, shown) => {
  expect(limitsOf(aConvertTarget("ETH", limits))).toEqual(shown);
});

test("an amount between a limit and what is shown of it is accepted", () => {
  const target = aConvertTarget("ETH", { min: "5.9867068", max: "236158.8231513" });
  const terms = { coin: "USDT", target, available: null };

  expect(explainPay("5.9867068", terms)).toBeNull();
  expect(explainPay("236158.8231513", terms)).toBeNull();
  expect(explainPay("5.98", terms)).toBe("Minimum: 5.99 USDT.");
  expect(explainPay("236159", terms)).toBe("Maximum: 236,000 USDT.");
  expect(maxOf("300000", target, 6)).toBe("236000");
});

test.each([
  ["", "2", null],
  ["0.001", "2", null],
  ["0.0009", "2", "Minimum: 0.001 BTC."],
  ["0", "2", "Minimum: 0.001 BTC."],
  ["11", "20", "Maximum: 10 BTC."],
  ["11", "2", "Insufficient balance: 2 BTC available."],
  ["11", null, "Maximum: 10 BTC."],
  ["3", "2", "Insufficient balance: 2 BTC available."],
  ["3", null, null],
])("to pay %j with %j available: %j", (pay, available, text) => {
  expect(explainPay(pay, { coin: "BTC", target: aConvertTarget(), available })).toBe(text);
});

test("a halted pair on the way is named", () => {
  const halted = [aPair("BTC-USDT"), aPair("ETH-USDT", { status: "halted" })];

  expect(explainRoute("BTC", "ETH", halted)).toBe("Trading of ETH-USDT is halted. Try again later.");
  expect(explainRoute("BTC", "ETH", PAIRS)).toBe("BTC can’t be converted to ETH right now.");
});

test("a quote is requested for the amount that was typed", () => {
  expect(quoteDraftOf("BTC", "ETH", { side: "pay", amount: "1" })).toEqual({
    from: "BTC",
    to: "ETH",
    from_amount: "1",
  });
  expect(quoteDraftOf("BTC", "ETH", { side: "receive", amount: "1" })).toEqual({
    from: "BTC",
    to: "ETH",
    to_amount: "1",
  });
});

test.each([
  ["64210.123456789", "64210.123"],
  ["0.000015573456789", "0.000015573457"],
  ["123456789.5", "123456790"],
  ["20", "20"],
])("the rate %s is shown as %s", (rate, shown) => {
  expect(roundRate(rate)).toBe(shown);
});

test("a path of pairs is shown as coins, in either direction", () => {
  expect(coinsOnPath("BTC", ["BTC-USDT", "ETH-USDT"])).toEqual(["BTC", "USDT", "ETH"]);
  expect(coinsOnPath("USDT", ["BTC-USDT"])).toEqual(["USDT", "BTC"]);
});
