import { describe, expect, test } from "vitest";
import { aPair } from "@/testing/markets";
import type { Preview } from "./api";
import { type Draft, EMPTY_DRAFT, type Market } from "./draft";
import { estimateOf, orderToPreview } from "./estimate";

const MARKET: Market = { pair: aPair("BTC-USDT"), last: "100", bid: "99", ask: "101" };
const RATES = { maker: "0.002", taker: "0.0025" };
const aDraft = (parts: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, price: "100", size: "2", ...parts });

/** The server's preview of an order that would trade this much at 100. */
function aPreview(filled: string): Preview {
  const average_price = filled === "0" ? null : "100";
  return {
    average_price,
    filled_quantity: filled,
    fee: "0",
    fee_coin: "BTC",
    slippage: "0",
    receives: filled,
  };
}

describe("fill or kill", () => {
  const nothing = { averagePrice: null, slippage: null, waits: null, fee: null, receives: null };

  test.each(["0", "1.5"])("promises nothing when only %s of 2 can be filled immediately", (filled) => {
    const draft = aDraft({ timeInForce: "fok" });
    expect(estimateOf(draft, MARKET, aPreview(filled), RATES)).toEqual({
      ...nothing,
      coin: "BTC",
      isRefused: true,
    });
  });

  test("by total promises nothing when the server says that nothing trades", () => {
    const draft = aDraft({ type: "market", timeInForce: "fok", sizedBy: "total", size: "200" });
    expect(estimateOf(draft, MARKET, aPreview("0"), RATES)).toMatchObject({ ...nothing, isRefused: true });
  });

  test("promises all of it when all can be filled immediately", () => {
    const draft = aDraft({ timeInForce: "fok" });
    expect(estimateOf(draft, MARKET, aPreview("2"), RATES)).toMatchObject({
      receives: "2",
      waits: null,
      isRefused: false,
    });
  });
});

test("what is not filled immediately rests, unless the order is closed then", () => {
  expect(estimateOf(aDraft({}), MARKET, aPreview("0.5"), RATES)).toMatchObject({ waits: "1.5" });
  const draft = aDraft({ timeInForce: "ioc" });
  expect(estimateOf(draft, MARKET, aPreview("0.5"), RATES)).toMatchObject({ waits: null, receives: "0.5" });
});

describe("a preview", () => {
  test("is asked for the order as it is", () => {
    expect(orderToPreview(aDraft({ timeInForce: "fok", postOnly: true }), MARKET, null)).toMatchObject({
      time_in_force: "fok",
      quantity: "2",
      post_only: false,
    });
  });

  test("does not wait for the date on which the order ends", () => {
    const order = orderToPreview(aDraft({ timeInForce: "gtd" }), MARKET, null);
    expect(order).toMatchObject({ time_in_force: "gtc" });
    expect(order).not.toHaveProperty("expire_at");
  });

  test.each<[string, Partial<Draft>]>([
    ["an amount beyond the most", { size: "1000000000000" }],
    ["a total beyond what is there", { type: "market", sizedBy: "total", size: "1000000000000" }],
    ["an amount between two steps", { size: "1.0005" }],
    ["a price out of the band", { price: "500" }],
    ["no amount", { size: "" }],
    ["an order that waits for a price first", { type: "stop_limit", stopPrice: "110" }],
  ])("is not asked for %s", (_, parts) => {
    expect(orderToPreview(aDraft(parts), MARKET, "1000")).toBeNull();
  });
});
