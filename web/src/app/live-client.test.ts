import { QueryObserver } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { liveServer } from "@/testing/fake-socket";
import { startLiveClient } from "./live-client";

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
let stop = () => {};
const observed: (() => void)[] = [];
let seq = 100;

/** A list that some page shows; tells how often it was loaded. */
function show(queryKey: readonly unknown[], data: unknown = []) {
  const load = vi.fn(async () => data);
  observed.push(new QueryObserver(queries, { queryKey, queryFn: load }).subscribe(() => undefined));
  return load;
}

const anOrder = (id: number, status = "new") => ({ id, symbol: "BTC-USDT", status, filled_quantity: "0" });

function tell(channel: string, body: Record<string, unknown>) {
  seq++;
  liveServer.tell({ channel, seq, ...body });
}

function setHidden(isHidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

beforeEach(async () => {
  vi.useFakeTimers();
  queries.clear();
  startSession("secret");
  liveServer.answer = () => ({ ok: true, errors: [], seq });
  stop = startLiveClient();
  await advance(10);
});
afterEach(async () => {
  setHidden(false);
  for (const leave of observed.splice(0)) leave();
  stop();
  await advance(20_000);
  clearSession();
  vi.useRealTimers();
});

test("an order is in the lists of open orders as long as it is open", async () => {
  show(["orders", "open", "all"], [anOrder(1)]);
  show(["orders", "open", "BTC-USDT"], [anOrder(1)]);
  show(["orders", "open", "ETH-USDT"], []);
  await advance(10);

  tell("orders", { type: "order", order: anOrder(2) });
  expect(queries.getQueryData(["orders", "open", "all"])).toEqual([anOrder(2), anOrder(1)]);
  expect(queries.getQueryData(["orders", "open", "BTC-USDT"])).toEqual([anOrder(2), anOrder(1)]);
  expect(queries.getQueryData(["orders", "open", "ETH-USDT"])).toEqual([]);

  tell("orders", { type: "order", order: anOrder(1, "canceled") });
  expect(queries.getQueryData(["orders", "open", "all"])).toEqual([anOrder(2)]);
});

test("a trailing order's stop price moves in the lists, and no history is loaded for that", async () => {
  const history = show(["orders", "history", {}]);
  show(["orders", "open", "all"], [{ ...anOrder(5, "untriggered"), stop_price: "90" }]);
  await advance(10);

  liveServer.tell({ channel: "orders", type: "stop_prices", seq, items: [{ id: 5, stop_price: "91" }] });
  await advance(2_000);

  expect(queries.getQueryData(["orders", "open", "all"])).toEqual([
    { ...anOrder(5, "untriggered"), stop_price: "91" },
  ]);
  expect(history).toHaveBeenCalledOnce();
});

test("many events load a history anew at most once a second", async () => {
  const history = show(["orders", "history", {}]);
  const fills = show(["fills", {}]);
  await advance(10);
  expect(history).toHaveBeenCalledOnce();

  for (let id = 10; id < 30; id++) {
    tell("orders", { type: "order", order: anOrder(id, "canceled") });
    await advance(100);
  }
  await advance(1_000);

  expect(history.mock.calls.length).toBeLessThanOrEqual(4);
  expect(fills).toHaveBeenCalledOnce();
  tell("orders", { type: "order", order: anOrder(40, "filled"), fill: {} });
  await advance(2_000);
  expect(fills).toHaveBeenCalledTimes(2);
});

test("balances are put into the assets row by row", async () => {
  const assets = { items: [{ symbol: "BTC", total: "1" }], total_usdt: "5", total_btc: "1" };
  show(["assets"], assets);
  await advance(10);

  tell("balances", {
    type: "balances",
    items: [
      { symbol: "BTC", total: "2" },
      { symbol: "USDT", total: "9" },
    ],
  });

  expect(queries.getQueryData(["assets"])).toEqual({
    ...assets,
    items: [
      { symbol: "BTC", total: "2" },
      { symbol: "USDT", total: "9" },
    ],
  });
});

test("a new transaction is among the client's newest at once, and the oldest gives way", async () => {
  const transactions = Array.from({ length: 20 }, (_, index) => ({ id: `t${20 - index}` }));
  queries.setQueryData(["session", "client"], { client: aClient(), transactions });

  tell("transactions", { type: "transaction", transaction: { id: "t21" } });
  tell("transactions", { type: "transaction", transaction: { id: "t21" } });
  await advance(10);

  const known = queries.getQueryData<{ transactions: { id: string }[] }>(["session", "client"]);
  expect(known?.transactions.map(({ id }) => id)).toEqual([
    "t21",
    ...transactions.slice(0, 19).map(({ id }) => id),
  ]);
});

test("what happens to the account loads the client, the level and the security anew", async () => {
  const loads = [
    ["session", "client"],
    ["session", "level"],
    ["security", "sessions"],
  ].map((key) => show(key));
  await advance(10);

  tell("account", { type: "kyc" });
  await advance(10);

  expect(loads.map((load) => load.mock.calls.length)).toEqual([2, 2, 2]);
});

test("after an interruption that could not be made up for, everything is loaded anew", async () => {
  const lists = [
    ["orders", "open", "all"],
    ["orders", "history", {}],
    ["fills", {}],
    ["assets"],
    ["transactions", {}],
  ];
  const loads = lists.map((key) => show(key));
  await advance(10);

  liveServer.drop();
  liveServer.answer = () => ({ ok: true, errors: [], seq: 7, resync: true });
  await liveServer.comeBack();
  await advance(10);

  expect(loads.map((load) => load.mock.calls.length)).toEqual([2, 2, 2, 2, 2]);
});

test("a hidden tab loads nothing until it is shown again", async () => {
  const history = show(["orders", "history", {}]);
  await advance(10);
  setHidden(true);

  tell("orders", { type: "order", order: anOrder(50) });
  await advance(5_000);
  expect(history).toHaveBeenCalledOnce();

  setHidden(false);
  await advance(10);
  expect(history).toHaveBeenCalledTimes(2);
});
