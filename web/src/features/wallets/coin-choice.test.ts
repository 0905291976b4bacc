import { expect, test } from "vitest";
import { aCoin, anAsset } from "@/testing/markets";
import { aNetwork } from "@/testing/wallets";
import { coinToDeposit, coinToWithdraw } from "./coin-choice";

const NETWORKS = [
  aNetwork({ coin: "ETH" }),
  aNetwork({ coin: "BTC" }),
  aNetwork({ coin: "USDT" }),
  aNetwork({ coin: "LTC", status: "halted" }),
];
const COINS = ["ETH", "BTC", "USDT", "LTC", "SOL"].map((symbol) => aCoin(symbol));

test("a withdrawal starts with the most valuable balance, not with the largest number", () => {
  const assets = [
    anAsset("USDT", "500", { value: "500" }),
    anAsset("BTC", "1", { value: "64000" }),
    anAsset("ETH", "9000", { value: null }),
  ];

  expect(coinToWithdraw(assets, NETWORKS, COINS)).toBe("BTC");
});

test("without prices, the largest balance comes first", () => {
  const assets = [anAsset("BTC", "1"), anAsset("ETH", "9")];

  expect(coinToWithdraw(assets, NETWORKS, COINS)).toBe("ETH");
});

test.each([
  ["nothing of which is available", anAsset("BTC", "1", { value: "9", available: "0" })],
  ["whose network is halted", anAsset("LTC", "1", { value: "9" })],
  ["without a network", anAsset("SOL", "1", { value: "9" })],
])("a coin %s is passed over", (_, asset) => {
  const other = anAsset("ETH", "1", { value: "1" });
  expect(coinToWithdraw([asset, other], NETWORKS, COINS)).toBe("ETH");
});

test("without a balance it is USDT, where that can be withdrawn", () => {
  expect(coinToWithdraw([], NETWORKS, COINS)).toBe("USDT");
  expect(coinToWithdraw([], NETWORKS, [aCoin("USDT", "Tether", { withdraw: false })])).toBeNull();
});

test("a coin whose withdrawals are switched off is passed over", () => {
  const coins = [aCoin("BTC", "Bitcoin", { withdraw: false }), aCoin("USDT")];
  const assets = [anAsset("BTC", "1", { value: "9" }), anAsset("USDT", "1", { value: "1" })];

  expect(coinToWithdraw(assets, NETWORKS, coins)).toBe("USDT");
});

test.each([
  ["BTC", "BTC"],
  ["LTC", "USDT"],
  [null, "USDT"],
])("a deposit after one of %s starts with %s", (last, coin) => {
  expect(coinToDeposit(NETWORKS, last)).toBe(coin);
});

test("where USDT has no network, a first deposit leaves the choice to the list", () => {
  expect(coinToDeposit([aNetwork()], null)).toBeNull();
});
