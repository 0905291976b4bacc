import { act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { assetsQuery } from "@/api/assets";
import {
  conversionsKey,
  depositsKey,
  earnKey,
  premarketKeys,
  securityKey,
  transactionsKey,
  withdrawalsKey,
} from "@/api/keys";
import { queries } from "@/api/queries";
import { orderKeys } from "@/features/orders/keys";
import { currentClientQuery } from "@/session/client";
import { clientLevelQuery } from "@/session/levels";
import { aClient } from "@/testing/builders";
import { liveServer } from "@/testing/fake-socket";
import { advance, push, pushBetweenEvents, runLiveClient, show } from "@/testing/live-client";

const anOrder = (id: number, status = "new") => ({
  id,
  symbol: "BTC-USDT",
  status,
  filled_quantity: "0",
  created_at: 1,
});

function setHidden(isHidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

runLiveClient();
afterEach(() => setHidden(false));

test("an order is in the lists of open orders as long as it is open", async () => {
  show([...orderKeys.open, "all"], [anOrder(1)]);
  show([...orderKeys.open, "BTC-USDT"], [anOrder(1)]);
  show([...orderKeys.open, "ETH-USDT"], []);
  await advance(10);

  push("orders", { type: "order", order: anOrder(2) });
  expect(queries.getQueryData([...orderKeys.open, "all"])).toEqual([anOrder(2), anOrder(1)]);
  expect(queries.getQueryData([...orderKeys.open, "BTC-USDT"])).toEqual([anOrder(2), anOrder(1)]);
  expect(queries.getQueryData([...orderKeys.open, "ETH-USDT"])).toEqual([]);

  push("orders", { type: "order", order: anOrder(1, "canceled") });
  expect(queries.getQueryData([...orderKeys.open, "all"])).toEqual([anOrder(2)]);
});

test("a trailing order's stop price moves in the lists, and no history is loaded for that", async () => {
  const history = show([...orderKeys.history, {}]);
  show([...orderKeys.open, "all"], [{ ...anOrder(5, "untriggered"), stop_price: "90" }]);
  await advance(10);

  pushBetweenEvents("orders", { type: "stop_prices", items: [{ id: 5, stop_price: "91" }] });
  await advance(2_000);

  expect(queries.getQueryData([...orderKeys.open, "all"])).toEqual([
    { ...anOrder(5, "untriggered"), stop_price: "91" },
  ]);
  expect(history).toHaveBeenCalledOnce();
});

/** Two loaded pages of a list. */
const pages = (...ids: [number[], number[]]) => ({
  pages: ids.map((items) => ({ items: items.map((id) => anOrder(id, "filled")), next_cursor: "more" })),
  pageParams: [null, "more"],
});

test("orders that end and fills come into their lists without a load of the pages that are there", async () => {
  const history = show([...orderKeys.history, {}], pages([39, 38], [37, 10]));
  const fills = show([...orderKeys.fills, {}], pages([39, 38], [37, 10]));
  await advance(10);

  for (let id = 11; id < 14; id++) {
    push("orders", { type: "order", order: anOrder(id, "canceled") });
    await advance(1_000);
  }
  push("orders", { type: "order", order: anOrder(40, "filled"), fill: { ...anOrder(40), created_at: 1 } });
  push("orders", { type: "order", order: anOrder(41) });
  await advance(2_000);

  const idsOf = (key: string[]) =>
    queries
      .getQueryData<ReturnType<typeof pages>>([...key, {}])
      ?.pages.map(({ items }) => items.map(({ id }) => id));
  expect(idsOf(orderKeys.history)).toEqual([
    [40, 39, 38],
    [37, 13, 12, 11, 10],
  ]);
  expect(idsOf(orderKeys.fills)).toEqual([
    [40, 39, 38],
    [37, 10],
  ]);
  expect(history).toHaveBeenCalledOnce();
  expect(fills).toHaveBeenCalledOnce();
});

test("a transfer reloads the transactions, at most once a second; a trade is inserted", async () => {
  const load = show([...transactionsKey, {}], {
    pages: [{ items: [], next_cursor: null }],
    pageParams: [null],
  });
  await advance(10);

  push("transactions", { type: "transaction", transaction: { id: 81, network: null, created_at: 1 } });
  await advance(2_000);
  expect(load).toHaveBeenCalledOnce();
  expect(queries.getQueryData([...transactionsKey, {}])).toMatchObject({
    pages: [{ items: [{ id: 81 }] }],
  });

  for (let id = 82; id < 87; id++) {
    push("transactions", { type: "transaction", transaction: { id, network: "bitcoin", created_at: 1 } });
  }
  await advance(2_000);
  expect(load.mock.calls.length).toBeLessThanOrEqual(3);
  expect(load.mock.calls.length).toBeGreaterThan(1);
});

test("a conversion, also in another tab, reloads the conversions", async () => {
  const load = show([...conversionsKey, "list"]);
  await advance(10);

  push("transactions", { type: "transaction", transaction: { id: 91, type: "trade", network: null } });
  await advance(2_000);
  expect(load).toHaveBeenCalledOnce();

  const sides = [92, 93].map((id) => ({ id, type: "convert", network: null, created_at: 1 }));
  for (const transaction of sides) push("transactions", { type: "transaction", transaction });
  await advance(2_000);
  expect(load.mock.calls.length).toBeGreaterThan(1);
  expect(load.mock.calls.length).toBeLessThanOrEqual(3);
});

test("balances are put into the assets row by row", async () => {
  const assets = { items: [{ symbol: "BTC", total: "1" }], total_usdt: "5", total_btc: "1" };
  show(assetsQuery.queryKey, assets);
  await advance(10);

  push("balances", {
    type: "balances",
    items: [
      { symbol: "BTC", total: "2" },
      { symbol: "USDT", total: "9" },
    ],
  });

  expect(queries.getQueryData(assetsQuery.queryKey)).toEqual({
    ...assets,
    items: [
      { symbol: "BTC", total: "2" },
      { symbol: "USDT", total: "9" },
    ],
  });
});

test("a new transaction is among the client's newest immediately, and the oldest is removed", async () => {
  const transactions = Array.from({ length: 20 }, (_, index) => ({ id: `t${20 - index}` }));
  const known = { client: aClient(), transactions, has_deposited: true, asks_terms: false };
  queries.setQueryData(currentClientQuery.queryKey, known);

  push("transactions", { type: "transaction", transaction: { id: "t21" } });
  push("transactions", { type: "transaction", transaction: { id: "t21" } });
  await advance(10);

  const shown = queries.getQueryData<{ transactions: { id: string }[] }>(currentClientQuery.queryKey);
  expect(shown?.transactions.map(({ id }) => id)).toEqual([
    "t21",
    ...transactions.slice(0, 19).map(({ id }) => id),
  ]);
});

test("events of the account reload the client, the level and the security", async () => {
  const loads = [currentClientQuery.queryKey, clientLevelQuery.queryKey, [...securityKey, "sessions"]].map(
    (key) => show(key),
  );
  await advance(10);

  push("account", { type: "kyc", status: "approved" });
  await advance(10);

  expect(loads.map((load) => load.mock.calls.length)).toEqual([2, 2, 2]);
});

test("a deposit that changed reloads deposits, a withdrawal also the limit of the day", async () => {
  const loads = [depositsKey, withdrawalsKey, clientLevelQuery.queryKey, securityKey].map((key) => show(key));
  await advance(10);

  push("account", { type: "deposit", id: "d1" });
  await advance(10);
  expect(loads.map((load) => load.mock.calls.length)).toEqual([2, 1, 1, 1]);

  push("account", { type: "withdrawal", id: "w1" });
  await advance(10);
  expect(loads.map((load) => load.mock.calls.length)).toEqual([2, 2, 2, 1]);
});

test("contracts and positions that changed are loaded again, at most once a second", async () => {
  const loads = [premarketKeys.orders, premarketKeys.contracts, earnKey].map((key) => show(key));
  await advance(10);

  push("account", { type: "premarket_order", order_id: 1, symbol: "NOVA", status: "filled" });
  push("account", { type: "premarket_contract", contract_id: 1, symbol: "NOVA", status: "matched" });
  await advance(10);
  expect(loads.map((load) => load.mock.calls.length)).toEqual([2, 2, 1]);

  push("account", { type: "earn_position", position_id: 1, product_id: "usdt", status: "active" });
  await advance(1_010);
  expect(loads.map((load) => load.mock.calls.length)).toEqual([3, 3, 2]);
});

test("after missed events that cannot be replayed, everything is reloaded", async () => {
  const lists = [
    [...orderKeys.open, "all"],
    [...orderKeys.history, {}],
    [...orderKeys.fills, {}],
    assetsQuery.queryKey,
    [...transactionsKey, {}],
    conversionsKey,
    depositsKey,
    withdrawalsKey,
  ];
  const loads = lists.map((key) => show(key));
  await advance(10);

  liveServer.drop();
  liveServer.respond = () => ({ ok: true, errors: [], seq: 7, resync: true });
  await liveServer.reconnect();
  await advance(10);

  expect(loads.map((load) => load.mock.calls.length)).toEqual(lists.map(() => 2));
});

test("a hidden tab loads nothing until it is shown again", async () => {
  const history = show([...orderKeys.history, {}]);
  await advance(10);
  setHidden(true);

  push("orders", { type: "order", order: anOrder(50) });
  await advance(5_000);
  expect(history).toHaveBeenCalledOnce();

  setHidden(false);
  await advance(10);
  expect(history).toHaveBeenCalledTimes(2);
});
