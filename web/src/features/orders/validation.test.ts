import { expect, test } from "vitest";
import { aPair } from "@/testing/markets";
import { type Draft, EMPTY_DRAFT, type Market } from "./draft";
import { type FieldName, findProblems } from "./validation";

const MARKET: Market = { pair: aPair("BTC-USDT"), last: "100", bid: "99", ask: "101" };
const NOW = new Date("2026-11-15T12:00").getTime();
const GOOD: Partial<Draft> = { price: "100", size: "2" };

const textsOf = (parts: Partial<Draft>, available: string | null = "1000") =>
  Object.fromEntries(
    Object.entries(findProblems({ ...EMPTY_DRAFT, ...GOOD, ...parts }, MARKET, available, NOW)).map(
      ([name, { text }]) => [name, text],
    ),
  );

test.each<[string, Partial<Draft>]>([
  ["a limit order", {}],
  ["both ends of the band", { price: "120" }],
  ["a market order", { type: "market", price: "" }],
  ["a stop to sell below the market", { type: "stop_market", side: "sell", stopPrice: "90" }],
  ["a take-profit to sell above it", { type: "take_profit_market", side: "sell", stopPrice: "110" }],
  ["a price inside the band around its stop", { type: "stop_limit", stopPrice: "150", price: "160" }],
  ["an OCO around the market", { type: "oco", side: "sell", price: "110", stopPrice: "90" }],
  ["a trailing stop", { type: "trailing_stop", side: "sell", trailing: "50" }],
  ["a date to come", { timeInForce: "gtd", expiresAt: "2026-11-15T12:01" }],
  ["an iceberg", { displayQuantity: "0.5" }],
])("%s keeps to the rules", (_, parts) => {
  expect(textsOf(parts)).toEqual({});
});

test.each<[Partial<Draft>, FieldName, string]>([
  [{ price: "" }, "price", "Enter a price."],
  [{ price: "100.005" }, "price", "Use a multiple of 0.01."],
  [{ price: "120.01" }, "price", "Enter 80.00 to 120.00 (within 20% of market)."],
  [{ price: "0" }, "price", "Enter a price above 0."],
  [{ size: "" }, "amount", "Enter an amount."],
  [{ size: "0.0005" }, "amount", "Minimum: 0.001 BTC."],
  [{ size: "1000.001" }, "amount", "Maximum: 1,000 BTC."],
  [{ size: "1.0005" }, "amount", "Use a multiple of 0.001."],
  [{ size: "0.049" }, "amount", "Minimum order value: 5 USDT."],
  [{ sizedBy: "total", size: "4" }, "total", "Minimum order value: 5 USDT."],
  [{ size: "11" }, "amount", "Insufficient balance: 1,100 USDT needed, 1,000 USDT available."],
  [
    { type: "stop_market", side: "sell", stopPrice: "105" },
    "stopPrice",
    "Trigger must be below the last price, 100.00.",
  ],
  [{ type: "take_profit_market", stopPrice: "100" }, "stopPrice", "The market is already at this price."],
  [
    { type: "stop_limit", stopPrice: "110", price: "80" },
    "price",
    "Enter 88.00 to 132.00 (within 20% of market).",
  ],
  [
    { type: "oco", side: "sell", price: "95", stopPrice: "90" },
    "price",
    "Sell price must be above the last price, 100.00.",
  ],
  [
    { postOnly: true, price: "101" },
    "price",
    "Post-only: this would fill immediately. Enter less than 101.00.",
  ],
  [{ type: "trailing_stop", trailing: "50.01" }, "trailing", "Enter 0.01% to 50%."],
  [{ timeInForce: "gtd", expiresAt: "2026-11-15T11:59" }, "expiresAt", "Choose a time in the future."],
  [{ displayQuantity: "3" }, "displayQuantity", "Can’t exceed the order amount."],
  [{ displayQuantity: "0.09" }, "displayQuantity", "Show at least 5% of the amount."],
])("%o is refused at its field", (parts, field, text) => {
  expect(textsOf(parts)).toEqual({ [field]: text });
});

test("what is available is not held against an order before it is known", () => {
  expect(textsOf({ size: "999" }, null)).toEqual({});
});

test("before the first trade there is no band to keep to", () => {
  const market = { ...MARKET, last: null, bid: null, ask: null };
  expect(findProblems({ ...EMPTY_DRAFT, price: "5000", size: "2" }, market, null, NOW)).toEqual({});
});
