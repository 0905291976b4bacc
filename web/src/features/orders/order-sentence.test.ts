import { describe, expect, test } from "vitest";
import { aPair } from "@/testing/markets";
import { type Draft, EMPTY_DRAFT, type Market } from "./draft";
import { sentenceOf } from "./order-sentence";

const MARKET: Market = { pair: aPair("BTC-USDT"), last: "98140", bid: "98139.5", ask: "98140.5" };
const said = (parts: Partial<Draft>) => sentenceOf({ ...EMPTY_DRAFT, price: "98000", ...parts }, MARKET);

describe("an OCO", () => {
  const oco: Partial<Draft> = {
    type: "oco",
    side: "sell",
    size: "0.003",
    price: "103052.82",
    stopPrice: "94219.72",
  };

  test("shows the limit of its second order", () => {
    expect(said({ ...oco, stopLimitPrice: "93728.9" })).toBe(
      "Sell 0.003 BTC at 103,052.82 for 309.15846 USDT. Or with a limit of 93,728.90 when last price " +
        "≤ 94,219.72. One cancels the other · Good till canceled.",
    );
  });

  test("without one is said to take the market price then", () => {
    expect(said(oco)).toContain("Or at the market price when last price ≤ 94,219.72.");
  });
});

describe("the terms", () => {
  test("a good-till-date order shows its expiry in local time", () => {
    expect(said({ size: "0.01", timeInForce: "gtd", expiresAt: "2026-12-03T09:05" })).toBe(
      "Buy 0.01 BTC at 98,000.00 for 980 USDT. Limit · Until 03.12.2026 09:05.",
    );
  });

  test("an iceberg shows its visible quantity, and post-only is shown", () => {
    expect(said({ size: "0.01", postOnly: true, displayQuantity: "0.002" })).toContain(
      "Limit · Good till canceled · Post-only · Visible amount 0.002 BTC.",
    );
  });

  test("values of another time in force are not shown", () => {
    const left = { postOnly: true, displayQuantity: "0.002", timeInForce: "ioc" } as const;
    expect(said({ size: "0.01", ...left })).toMatch(/Limit · Immediate or cancel\.$/);
  });

  test.each([
    ["expire_maker", " Self-trade prevention: cancel oldest."],
    ["expire_both", " Self-trade prevention: cancel both."],
    ["none", " Self-trade allowed."],
    ["expire_taker", "Good till canceled."],
  ] as const)("%s is shown unless it is the default", (selfTradePrevention, end) => {
    expect(said({ size: "0.01", selfTradePrevention }).endsWith(end)).toBe(true);
  });
});
