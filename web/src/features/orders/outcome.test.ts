import { expect, test } from "vitest";
import { anOrder } from "@/testing/orders";
import type { Order } from "./api";
import { describePlaced } from "./outcome";

const told = (order: Partial<Order>, wasLost = false) => {
  const placed = { orders: [anOrder(order)], fills: [], wasLost };
  const { severity, summary, detail } = describePlaced(placed, "0.01");
  return [severity, summary, detail];
};

test.each<[Partial<Order>, string[]]>([
  [
    { status: "filled", filled_quantity: "2", average_price: "100.5", fee: "0.005" },
    ["success", "Bought 2 BTC at 100.50 USDT on average", "Fee 0.005 BTC"],
  ],
  [
    { status: "partially_filled", filled_quantity: "0.5", remaining_quantity: "1.5", average_price: "95" },
    ["success", "Bought 0.5 BTC at 95.00 USDT on average", "1.5 BTC wait at 95.00 USDT"],
  ],
  [{ status: "new" }, ["success", "Buy 2 BTC waits in the book", "At 95.00 USDT"]],
  [
    { status: "untriggered", side: "sell", type: "stop_market", price: null, stop_price: "90" },
    ["success", "Sell 2 BTC waits for its price", "When it falls to 90.00"],
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
    ["warn", "Sold 0.5 BTC at 99.00 USDT on average", "1.5 BTC did not trade. The price moved too far"],
  ],
  [
    { status: "expired", reason: "fill_limit", filled_quantity: "0.5", remaining_quantity: "1.5" },
    [
      "warn",
      "Bought 0.5 BTC at 95.00 USDT on average",
      "1.5 BTC did not trade. It met too many orders at once",
    ],
  ],
  [{ status: "expired", reason: "time_in_force" }, ["warn", "Nothing was traded", "Could not trade at once"]],
])("%o is told as it is", (order, words) => {
  expect(told(order)).toEqual(words);
});

test("two orders of an OCO are told as one", () => {
  const orders = [anOrder({ id: 1, list_id: 1 }), anOrder({ id: 2, list_id: 1, status: "untriggered" })];
  expect(describePlaced({ orders, fills: [], wasLost: false }, "0.01")).toMatchObject({
    summary: "Two orders wait",
    detail: "Whichever comes first cancels the other.",
  });
});

test("an order that was found after its answer was lost says so", () => {
  expect(told({ status: "new" }, true)[2]).toBe(
    "At 95.00 USDT. The connection broke off, but your order had arrived. It was placed once.",
  );
});
