import { expect, test } from "vitest";
import { tileText } from "./overview-heat-tile";

const textAt = (symbol: string, width: number, height: number) =>
  tileText(symbol, "▲4.92%", { width, height });

test("a pair paid in USDT is named by its coin alone, every other one in full", () => {
  expect(textAt("LTC-USDT", 200, 100)).toEqual({ name: "LTC", change: "▲4.92%", size: "large" });
  expect(textAt("LTC-BTC", 200, 100)).toEqual({ name: "LTC/BTC", change: "▲4.92%", size: "large" });
});

test("a small tile says as much as fits: all in smaller type, else its name alone", () => {
  expect(textAt("TON-USDT", 60, 60)).toEqual({ name: "TON", change: "▲4.92%", size: "normal" });
  expect(textAt("TON-USDT", 48, 40)).toEqual({ name: "TON", change: "▲4.92%", size: "small" });
  expect(textAt("TON-USDT", 40, 40)).toEqual({ name: "TON", change: null, size: "normal" });
  expect(textAt("TON-USDT", 30, 40)).toEqual({ name: "TON", change: null, size: "small" });
});

test("a tile never says a part of its name", () => {
  expect(textAt("LTC-BTC", 40, 40)).toBeNull();
  expect(textAt("TON-USDT", 20, 40)).toBeNull();
});
