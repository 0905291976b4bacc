import { expect, test } from "vitest";
import { toBar } from "./bars";
import { type ChartFill, type ChartOrder, fillMarks, orderLines } from "./chart-orders";

function anOrder(parts: Partial<ChartOrder> = {}): ChartOrder {
  return {
    id: 1,
    side: "buy",
    type: "limit",
    status: "new",
    price: "100",
    stop_price: null,
    remaining_quantity: "2",
    list_id: null,
    ...parts,
  };
}

function aFill(id: number, createdAt: number, side: "buy" | "sell" = "buy"): ChartFill {
  return { id, side, price: "100", quantity: "1", created_at: createdAt };
}

const bars = [60_000, 120_000].map((start_ms) =>
  toBar({
    start_ms,
    open: "1",
    high: "1",
    low: "1",
    close: "1",
    volume: "1",
    quote_volume: "1",
    closed: true,
  }),
);

test("an order has a line at its price that can be moved", () => {
  expect(orderLines([anOrder()], "trading", 100)).toEqual([
    { key: "1-price", orderId: 1, side: "buy", part: "price", price: "100", quantity: "2", canMove: true },
  ]);
});

test("an order that waits for its trigger has a line there too, which stays", () => {
  const waiting = anOrder({ type: "stop_limit", status: "untriggered", stop_price: "110" });

  const lines = orderLines([waiting, anOrder({ id: 2, status: "new", stop_price: "90" })], "trading", 100);

  expect(lines.map(({ key, canMove }) => [key, canMove])).toEqual([
    ["1-price", true],
    ["1-trigger", false],
    ["2-price", true],
  ]);
});

test("a market order that waits has only its trigger, and the legs of a pair do not move", () => {
  const leg = anOrder({ id: 3, list_id: 9 });
  const stop = anOrder({ id: 4, price: null, status: "untriggered", stop_price: "90" });

  expect(orderLines([leg, stop], "trading", 100).map(({ key, canMove }) => [key, canMove])).toEqual([
    ["3-price", false],
    ["4-trigger", false],
  ]);
});

test("while a pair does not trade its orders stay where they are", () => {
  for (const status of ["halted", "cancel_only"] as const)
    expect(orderLines([anOrder()], status, 100).map(({ canMove }) => canMove)).toEqual([false]);
});

test("of thousands of orders those nearest to the market are drawn", () => {
  const orders = Array.from({ length: 5_000 }, (_, place) =>
    anOrder({ id: place, price: String(place + 1) }),
  );

  const prices = orderLines(orders, "trading", 2_500).map(({ price }) => Number(price));

  expect(prices).toHaveLength(60);
  expect(Math.min(...prices)).toBe(2_470);
  expect(Math.max(...prices)).toBe(2_529);
});

test("fills are gathered by bar and side", () => {
  const marks = fillMarks(
    [aFill(1, 130), aFill(2, 61, "sell"), aFill(3, 179), aFill(4, 120, "sell")],
    bars,
    "1m",
  );

  expect(marks.map(({ startMs, side, fills }) => [startMs, side, fills.map(({ id }) => id)])).toEqual([
    [60_000, "sell", [2]],
    [120_000, "buy", [1, 3]],
    [120_000, "sell", [4]],
  ]);
});

test("fills outside of the bars shown are left out", () => {
  expect(fillMarks([aFill(1, 59), aFill(2, 180)], bars, "1m")).toEqual([]);
  expect(fillMarks([aFill(1, 59)], [], "1m")).toEqual([]);
});
