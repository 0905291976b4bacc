import { describe, expect, test } from "vitest";
import { aPair } from "@/testing/markets";
import {
  amountOf,
  asType,
  costOf,
  type Draft,
  EMPTY_DRAFT,
  type Market,
  shareOf,
  sizeForShare,
  toNewOrder,
  totalDigits,
  totalOf,
} from "./draft";

const MARKET: Market = { pair: aPair("BTC-USDT"), last: "100", bid: "99", ask: "101" };
const aDraft = (parts: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, price: "100", ...parts });

describe("amount and total", () => {
  test("the total follows the amount and the price", () => {
    expect(totalOf(aDraft({ price: "99.5", size: "2.5" }), MARKET)).toBe("248.75");
  });

  test("the amount follows the total, in whole steps and never for more than it", () => {
    expect(amountOf(aDraft({ price: "3", sizedBy: "total", size: "10" }), MARKET)).toBe("3.333");
  });

  test("nothing follows while there is no price", () => {
    expect(totalOf(aDraft({ price: "", size: "2" }), MARKET)).toBe("");
  });

  test.each([
    ["buy", "202"],
    ["sell", "198"],
  ] as const)("a market order to %s is reckoned at the price it would meet", (side, total) => {
    expect(totalOf(aDraft({ type: "market", side, size: "2" }), MARKET)).toBe(total);
  });

  test("the smallest and the largest figures stay exact", () => {
    const pair = aPair("SHIB-BTC", { tick_size: "0.00000001", step_size: "1" });
    const market = { ...MARKET, pair };
    expect(totalOf(aDraft({ price: "0.00000001", size: "1" }), market)).toBe("0.00000001");
    expect(totalOf(aDraft({ price: "0.00000001", size: "1000000000000" }), market)).toBe("10000");
    expect(totalDigits(pair)).toBe(8);
  });
});

describe("what is set aside", () => {
  test("a stop to buy at the market price may pay the guard above its stop", () => {
    expect(costOf(aDraft({ type: "stop_market", stopPrice: "110", size: "2" }), MARKET)).toBe("231");
  });

  test("an OCO to buy costs what its dearer order does", () => {
    const oco = aDraft({ type: "oco", price: "90", stopPrice: "110", stopLimitPrice: "112", size: "2" });
    expect(costOf(oco, MARKET)).toBe("224");
  });

  test("a sale costs its amount", () => {
    expect(costOf(aDraft({ side: "sell", size: "2" }), MARKET)).toBe("2");
  });
});

describe("a share of what is available", () => {
  test("a limit purchase takes whole steps of it", () => {
    expect(sizeForShare(aDraft({ price: "30" }), MARKET, "100", 50)).toEqual({
      sizedBy: "amount",
      size: "1.666",
    });
  });

  test("a market purchase spends just so much", () => {
    expect(sizeForShare(aDraft({ type: "market" }), MARKET, "100.123456789", 100)).toEqual({
      sizedBy: "total",
      size: "100.12345",
    });
  });

  test("a sale takes no more than an order may have", () => {
    expect(sizeForShare(aDraft({ side: "sell" }), MARKET, "5000", 100)).toEqual({
      sizedBy: "amount",
      size: "1000",
    });
  });

  test("it is never said to be more than all", () => {
    expect(shareOf("300", "200")).toBe(100);
    expect(shareOf("50", "200")).toBe(25);
    expect(shareOf("50", "0")).toBe(0);
  });
});

describe("what is sent", () => {
  const common = { symbol: "BTC-USDT", time_in_force: "gtc", post_only: false } as const;
  const mode = { self_trade_prevention: "expire_taker" } as const;

  test("a limit order by its total is sent by its amount", () => {
    const draft = aDraft({ sizedBy: "total", size: "250", postOnly: true, displayQuantity: "1" });
    expect(toNewOrder(draft, MARKET)).toEqual({
      ...common,
      ...mode,
      side: "buy",
      type: "limit",
      quantity: "2.5",
      price: "100",
      post_only: true,
      display_quantity: "1",
    });
  });

  test("a market order by its total is sent by it, without a price", () => {
    const draft = aDraft({ type: "market", sizedBy: "total", size: "250" });
    expect(toNewOrder(draft, MARKET)).toEqual({
      ...common,
      ...mode,
      side: "buy",
      type: "market",
      quote_quantity: "250",
    });
  });

  test("a trailing stop has its distance in hundredths of a percent", () => {
    const draft = aDraft({ type: "trailing_stop", side: "sell", trailing: "1.5", size: "2" });
    expect(toNewOrder(draft, MARKET)).toEqual({
      ...common,
      ...mode,
      side: "sell",
      type: "trailing_stop",
      quantity: "2",
      trailing_delta_bps: 150,
    });
  });

  test("an OCO has its stop, and a price after it where one was chosen", () => {
    const oco = aDraft({ type: "oco", side: "sell", price: "110", stopPrice: "90", size: "2" });
    expect(toNewOrder(oco, MARKET)).toMatchObject({ price: "110", stop_price: "90" });
    expect(toNewOrder(oco, MARKET)).not.toHaveProperty("stop_limit_price");
    expect(toNewOrder({ ...oco, stopLimitPrice: "89" }, MARKET)).toMatchObject({ stop_limit_price: "89" });
  });

  test("what another type cannot have is not sent with it", () => {
    const draft = asType(aDraft({ timeInForce: "ioc", postOnly: true, size: "2" }), "oco");
    expect(toNewOrder(draft, MARKET)).toMatchObject({ time_in_force: "gtc", post_only: false });
  });
});
