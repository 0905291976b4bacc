import { expect, test } from "vitest";
import { anAsset } from "@/testing/markets";
import { isSmall, lockedOf, sharesOf } from "./model";
import { priceOf, valueAssets } from "./use-own-assets";

const valued = (symbol: string, total: string, value: string) => anAsset(symbol, total, { value });

const tickers = new Map([
  ["BTC-USDT", { last: "100000" }],
  ["ETH-BTC", { last: "0.035" }],
  ["SHIB-USDT", { last: "0.00000924" }],
  ["NEW-USDT", { last: null }],
]);

test.each([
  ["USDT", "1"],
  ["BTC", "100000"],
  ["ETH", "3500"],
  ["SHIB", "0.00000924"],
  ["NEW", null],
  ["GONE", null],
])("one %s is worth %s USDT", (coin, price) => {
  expect(priceOf(coin, tickers)).toBe(price);
});

test("what somebody has is worth what the last trades say, to the last digit", () => {
  const assets = {
    items: [anAsset("BTC", "0.00000001"), anAsset("SHIB", "1000000000000")],
    total_usdt: "7",
    total_btc: "8",
  };

  expect(valueAssets(assets, tickers)).toMatchObject({
    items: [{ value: "0.001" }, { value: "9240000" }],
    total_usdt: "9240000.001",
    total_btc: "92.40000001",
  });
});

test("without a ticker the server's figures are shown", () => {
  const assets = { items: [valued("GONE", "3", "12")], total_usdt: "12", total_btc: "0.1" };

  expect(valueAssets(assets, new Map())).toBe(assets);
  expect(valueAssets(assets, tickers)).toMatchObject({ items: [{ value: "12" }], total_usdt: "12" });
});

test("what is locked is set aside for withdrawals, earn and pre-market, not for orders", () => {
  const asset = {
    ...anAsset("BTC", "1"),
    in_orders: "9",
    in_withdrawals: "0.1",
    in_earn: "0.02",
    in_premarket: "0.003",
  };

  expect(lockedOf(asset)).toBe("0.123");
});

test("a balance below one USDT is small, one without a price is not", () => {
  expect([valued("A", "1", "0.99"), valued("B", "1", "1"), anAsset("C", "1")].map(isSmall)).toEqual([
    true,
    false,
    false,
  ]);
});

test("the largest coins are named and the rest is one share", () => {
  const values = ["5", "40", "20", "10", "10", "7", "8", "0"];
  const shares = sharesOf(values.map((value, index) => valued(`C${index}`, "1", value)));

  expect(shares).toEqual([
    { symbol: "C1", value: "40", share: 0.4 },
    { symbol: "C2", value: "20", share: 0.2 },
    { symbol: "C3", value: "10", share: 0.1 },
    { symbol: "C4", value: "10", share: 0.1 },
    { symbol: "C6", value: "8", share: 0.08 },
    { symbol: null, value: "12", share: 0.12 },
  ]);
});

test("a single small coin keeps its name", () => {
  const shares = sharesOf(["6", "5", "4", "3", "2", "1"].map((value) => valued(`C${value}`, "1", value)));

  expect(shares.map(({ symbol }) => symbol)).toEqual(["C6", "C5", "C4", "C3", "C2", "C1"]);
});

test("nothing has no shares", () => {
  expect(sharesOf([anAsset("A", "1"), valued("B", "0", "0")])).toEqual([]);
});
