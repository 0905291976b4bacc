import { expect, test } from "vitest";
import { anOrder } from "@/testing/orders";
import type { Order } from "./api";
import { describePlaced } from "./outcome";

const messageOf = (order: Partial<Order>, wasLost = false) => {
  const placed = { orders: [anOrder(order)], fills: [], wasLost };
  const { severity, summary, detail } = describePlaced(placed, "0.01");
  return [severity, summary, detail];
};

test.each<[Partial<Order>, string[]]>([
  [
    { status: "filled", filled_quantity: "2", average_price: "100.5", fee: "0.005" },
    ["success", "Bought 2 BTC at an average of 100.50 USDT", "Fee 0.005 BTC"],
  ],
  [
    { status: "partially_filled", filled_quantity: "0.5", remaining_quantity: "1.5", average_price: "95" },
    ["success", "Bought 0.5 BTC at an average of 95.00 USDT", "1.5 BTC open at 95.00 USDT"],
  ],
  [{ status: "new" }, ["success", "Order placed: Buy 2 BTC", "At 95.00 USDT"]],
  [
    { status: "untriggered", side: "sell", type: "stop_market", price: null, stop_price: "90" },
    ["success", "Order placed: Sell 2 BTC", "Triggers when last price ≤ 90.00"],
  ],
  [
    {
      status: "expired",
      side: "sell",
      type: "market",
      price: null,
      filled_quantity: "0.5",
      remaining_quantity: "1.5",
      average_price: "99",
      reason: "market_guard",
    },
    ["warn", "Sold 0.5 BTC at an average of 99.00 USDT", "1.5 BTC unfilled. Price protection limit"],
  ],
  [
    { status: "expired", reason: "fill_limit", filled_quantity: "0.5", remaining_quantity: "1.5" },
    ["warn", "Bought 0.5 BTC at an average of 95.00 USDT", "1.5 BTC unfilled. Fill limit reached"],
  ],
  [
    { status: "expired", reason: "time_in_force" },
    ["warn", "Nothing was filled", "Couldn’t fill immediately"],
  ],
])("%o has its own message", (order, words) => {
  expect(messageOf(order)).toEqual(words);
});

test("two orders of an OCO have one message", () => {
  const orders = [anOrder({ id: 1, list_id: 1 }), anOrder({ id: 2, list_id: 1, status: "untriggered" })];
  expect(describePlaced({ orders, fills: [], wasLost: false }, "0.01")).toMatchObject({
    summary: "OCO order placed",
    detail: "When one leg fills or triggers, the other is canceled.",
  });
});

test("an order that was found after its answer was lost says so", () => {
  expect(messageOf({ status: "new" }, true)[2]).toBe(
    "At 95.00 USDT. The connection was lost, but your order was placed once",
  );
});
