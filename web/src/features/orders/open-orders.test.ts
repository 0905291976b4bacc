import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { lastPushSeq } from "@/api/sync";
import { anOrder } from "@/testing/orders";
import type { Order } from "./api";
import { orderKeys } from "./keys";
import { mergeOpenOrders, moveStopPrices, upsertOpenOrder } from "./open-orders";

let cache: QueryClient;
let id = 1000;
const idsOf = (list: string) =>
  cache.getQueryData<Order[]>([...orderKeys.open, list])?.map((order) => order.id);
const known = (list: string, orders: Order[]) => cache.setQueryData([...orderKeys.open, list], orders);

/** Starts to load a list; the returned function resolves it and returns what is shown. */
function load(list: string) {
  const since = lastPushSeq();
  return (orders: Order[]) => mergeOpenOrders(orders, since, [...orderKeys.open, list]);
}

beforeEach(() => {
  cache = new QueryClient();
  id += 100;
});

test("a new order stands at the top of every list it belongs to, once", () => {
  known("all", [anOrder({ id })]);
  known("BTC-USDT", [anOrder({ id })]);
  known("ETH-USDT", []);

  upsertOpenOrder(cache, anOrder({ id: id + 1 }));
  upsertOpenOrder(cache, anOrder({ id: id + 1 }));

  expect(idsOf("all")).toEqual([id + 1, id]);
  expect(idsOf("BTC-USDT")).toEqual([id + 1, id]);
  expect(idsOf("ETH-USDT")).toEqual([]);
  expect(idsOf("DOGE-USDT")).toBeUndefined();
});

test("an order that has ended leaves the lists, and an older message does not bring it back", () => {
  known("all", [anOrder({ id })]);

  upsertOpenOrder(cache, anOrder({ id, status: "filled" }));
  upsertOpenOrder(cache, anOrder({ id, status: "new" }));

  expect(idsOf("all")).toEqual([]);
});

test("the answer to an amendment that comes late does not bring the old price back", () => {
  const amended = anOrder({ id, price: "97", updated_ms: 2_000 });
  known("all", [anOrder({ id, price: "95", updated_ms: 1_000 })]);

  upsertOpenOrder(cache, amended);
  upsertOpenOrder(cache, anOrder({ id, price: "96", updated_ms: 1_500 }));

  expect(cache.getQueryData([...orderKeys.open, "all"])).toEqual([amended]);
});

test("a copy that was overtaken does not displace the newer one of a loaded list", () => {
  upsertOpenOrder(cache, anOrder({ id, price: "97", updated_ms: 2_000 }));
  const answer = load("all");
  upsertOpenOrder(cache, anOrder({ id, price: "96", updated_ms: 1_500 }));
  const newest = anOrder({ id, price: "98", updated_ms: 3_000 });

  expect(answer([newest])).toEqual([newest]);
});

test("within a millisecond what is filled never shrinks, whichever message comes last", () => {
  const filled = anOrder({ id, status: "partially_filled", filled_quantity: "1" });
  known("all", [anOrder({ id })]);

  upsertOpenOrder(cache, filled);
  upsertOpenOrder(cache, anOrder({ id }));

  expect(cache.getQueryData([...orderKeys.open, "all"])).toEqual([filled]);
});

test("a list that was asked for before an order came has it all the same", () => {
  const answer = load("BTC-USDT");
  upsertOpenOrder(cache, anOrder({ id: id + 2 }));
  upsertOpenOrder(cache, anOrder({ id: id + 1, symbol: "ETH-USDT" }));
  upsertOpenOrder(cache, anOrder({ id, status: "canceled" }));

  expect(answer([anOrder({ id })])).toEqual([anOrder({ id: id + 2 })]);
});

const stopPrices = (list: string) =>
  cache.getQueryData<Order[]>([...orderKeys.open, list])?.map((order) => order.stop_price);
const aTrailingOrder = (stopPrice: string) =>
  anOrder({ id, type: "trailing_stop", status: "untriggered", stop_price: stopPrice });

test("a stop price that moves is in every list, and nothing else changes", () => {
  const other = anOrder({ id: id - 1, stop_price: "80" });
  known("all", [aTrailingOrder("90"), other]);
  known("BTC-USDT", [aTrailingOrder("90")]);

  moveStopPrices(cache, [{ id, stop_price: "91" }]);

  expect(cache.getQueryData([...orderKeys.open, "all"])).toEqual([aTrailingOrder("91"), other]);
  expect(stopPrices("BTC-USDT")).toEqual(["91"]);
});

test("a list that was asked for before a stop price moved has it moved", () => {
  const answer = load("all");
  moveStopPrices(cache, [{ id, stop_price: "91" }]);

  expect(answer([aTrailingOrder("90")])).toEqual([aTrailingOrder("91")]);
});

test("a stop price that came with its order is newer than one that moved before", () => {
  const answer = load("all");
  moveStopPrices(cache, [{ id, stop_price: "91" }]);
  upsertOpenOrder(cache, aTrailingOrder("92"));

  expect(answer([aTrailingOrder("90")])).toEqual([aTrailingOrder("92")]);
});
