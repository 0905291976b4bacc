import { waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useWaitingToasts } from "@/design/toast";
import { orderRequest } from "@/features/premarket/order-request";
import { setPersistedAccount } from "@/lib/persisted";
import { noteServerTime } from "@/lib/server-clock";
import { attachPlace, submitRequest, useRequests, useStoredRequests } from "@/session/pending-requests";
import { clearSession, startSession } from "@/session/session";
import { storeInOtherTab } from "@/testing/browser-storage";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { aPremarketOrder } from "@/testing/premarket";
import { startRequestOutcomes } from "./request-outcomes";

const ORDERS = "/v1/premarkets/{symbol}/orders";
const STORED = "cw:account:1:money-requests";
const MINUTE_MS = 60_000;
const UNKNOWN = "No response yet. Your NOVA order may have been placed.";
const order = { symbol: "NOVA", side: "buy", price: "2.3", quantity: "20" } as const;

let stop: () => void;

beforeEach(async () => {
  startSession("token");
  setPersistedAccount("1");
  stop = await startRequestOutcomes(() => undefined);
});
afterEach(() => {
  stop();
  clearSession();
});

const gone = () => false;
const toasts = () => useWaitingToasts.getState();
const summaries = () => toasts().map(({ summary }) => summary);
const stored = () => Object.values(useStoredRequests.getState());
const keysOf = (requests: Request[]) =>
  new Set(requests.map(({ headers }) => headers.get("Idempotency-Key")));

function press(label: string): void {
  toasts()
    .flatMap(({ actions }) => actions ?? [])
    .find((action) => action.label === label)
    ?.onPress();
}

/** Loses every answer to an order, and waits until that is said. */
async function loseOrder(): Promise<Request[]> {
  const lost = serveNothing("post", ORDERS);
  await submitRequest(orderRequest, order, gone);
  await waitFor(() => expect(summaries()).toEqual([UNKNOWN]));
  return lost;
}

/** A request that another page, or another tab, has left. */
function leaveRequest(ageMs: number, body: object = order, kind = "premarket-order"): void {
  storeInOtherTab(STORED, JSON.stringify({ key1: { kind, body, at: Date.now() - ageMs } }));
}

test("an answer that is lost is asked for again at once, under the same key", async () => {
  const calls = serve("post", ORDERS, () =>
    calls.length === 1 ? HttpResponse.error() : HttpResponse.json(aPremarketOrder(), { status: 201 }),
  );

  const outcome = await submitRequest(orderRequest, order, gone);

  expect(outcome.status).toBe("done");
  expect(calls).toHaveLength(2);
  expect(keysOf(calls).size).toBe(1);
  await waitFor(() => expect(summaries()).toEqual(["Order placed: buy 100 NOVA at 2.4 USDT"]));
  expect(stored()).toEqual([]);
});

test("without any answer the request is kept and said, until it is asked for again", async () => {
  const lost = await loseOrder();
  expect(stored()).toMatchObject([{ kind: "premarket-order", body: order }]);
  const found = serve("post", ORDERS, aPremarketOrder({ filled_quantity: "5" }), 201);

  press("Check again");

  await waitFor(() => expect(summaries()).toEqual(["Order placed: buy 100 NOVA at 2.4 USDT"]));
  expect(toasts()[0]?.detail).toBe("5 NOVA filled and became contracts.");
  expect(keysOf([...lost, ...found]).size).toBe(1);
  expect(stored()).toEqual([]);
});

test("with the connection back it is looked up by itself", async () => {
  await loseOrder();
  serve("post", ORDERS, aPremarketOrder({ side: "sell" }), 201);

  window.dispatchEvent(new Event("online"));

  await waitFor(() => expect(summaries()).toEqual(["Order placed: sell 100 NOVA at 2.4 USDT"]));
});

test("what is dismissed is not asked for again", async () => {
  await loseOrder();

  press("Dismiss");

  expect(toasts()).toEqual([]);
  expect(stored()).toEqual([]);
});

test("while its form is shown, the form says that the answer is missing", async () => {
  const detach = attachPlace(orderRequest.placeOf(order));
  serveNothing("post", ORDERS);
  await submitRequest(orderRequest, order, () => true);
  expect(toasts()).toEqual([]);

  detach();

  expect(summaries()).toEqual([UNKNOWN]);
});

test("an outcome that its form shows is not said twice", async () => {
  serve("post", ORDERS, aPremarketOrder(), 201);

  await submitRequest(orderRequest, order, () => true);

  expect(toasts()).toEqual([]);
});

test("what the page before has left is looked up on any page", async () => {
  const asked = serve("post", ORDERS, aPremarketOrder(), 201);

  leaveRequest(MINUTE_MS);

  await waitFor(() => expect(summaries()).toEqual(["Order placed: buy 100 NOVA at 2.4 USDT"]));
  expect([...keysOf(asked)]).toEqual(["key1"]);
});

test("what is old is not asked for without the client", async () => {
  const asked = serve("post", ORDERS, aPremarketOrder(), 201);

  leaveRequest(6 * MINUTE_MS);

  await waitFor(() => expect(summaries()).toEqual([UNKNOWN]));
  expect(asked).toHaveLength(0);
  expect(toasts()[0]?.actions?.map(({ label }) => label)).toEqual(["Check again", "Dismiss"]);
});

test("what the server no longer knows can only be dismissed", async () => {
  leaveRequest(24 * 60 * MINUTE_MS);

  await waitFor(() => expect(summaries()).toEqual([UNKNOWN]));
  expect(toasts()[0]?.actions?.map(({ label }) => label)).toEqual(["Dismiss"]);
});

test.each([
  [{ ...order, price: undefined }, "premarket-order"],
  [order, "another kind"],
  [{ ...order, side: { of: "what" } }, "premarket-order"],
])("what cannot be understood is left alone: %j of %s", async (body, kind) => {
  leaveRequest(MINUTE_MS, body, kind);
  await Promise.resolve();

  expect(useRequests.getState().progress).toEqual({});
  expect(toasts()).toEqual([]);
});

test.each([
  { status: 403, code: "STEP_UP_REQUIRED" },
  { status: 403, code: "LEVEL_REQUIRED" },
  { status: 401, code: "TOKEN_MISSING" },
  { status: 429, code: "RATE_LIMITED" },
])("after a lost answer %j says nothing of the first request", async (problem) => {
  await loseOrder();
  const refused = serveProblem("post", ORDERS, problem);

  press("Check again");

  await waitFor(() => expect(refused.length).toBeGreaterThan(0));
  await waitFor(() => expect(summaries()).toEqual([UNKNOWN]));
  expect(stored()).toHaveLength(1);
});

test.each([
  { status: 422, code: "INSUFFICIENT_BALANCE", detail: "There is too little." },
  { status: 429, code: "RATE_LIMITED", detail: "There is too little." },
])("a refusal ends the request, and is said: %j", async (problem) => {
  serveProblem("post", ORDERS, problem);

  const outcome = await submitRequest(orderRequest, order, gone);

  expect(outcome.status).toBe("refused");
  await waitFor(() => expect(summaries()).toEqual(["NOVA order rejected"]));
  expect(toasts()[0]?.detail).toBe("There is too little.");
  expect(stored()).toEqual([]);
});

test("signing out ends a request, and its late answer is said to nobody", async () => {
  let answer = () => {};
  const calls = serve("post", ORDERS, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return HttpResponse.json(aPremarketOrder(), { status: 201 });
  });
  const sent = submitRequest(orderRequest, order, gone);
  await waitFor(() => expect(calls).toHaveLength(1));

  clearSession();
  answer();

  expect(await sent).toEqual({ status: "signed-out" });
  expect(toasts()).toEqual([]);
  expect(useRequests.getState().progress).toEqual({});
});

test("tabs ask one after the other", async () => {
  const names: string[] = [];
  vi.stubGlobal("navigator", {
    ...navigator,
    locks: {
      request: (name: string, act: () => Promise<unknown>) => {
        names.push(name);
        return act();
      },
    },
  });
  serve("post", ORDERS, aPremarketOrder(), 201);

  await submitRequest(orderRequest, order, () => true);

  expect(names).toEqual([expect.stringMatching(/^cw:request:[0-9a-f]{32}$/)]);
});

test("how old a request is says the server's clock", async () => {
  const again = serve("post", ORDERS, aPremarketOrder(), 201);
  const setServerClock = (ahead: number) => {
    const headers = { "Cache-Control": "no-store", Date: new Date(Date.now() + ahead).toUTCString() };
    noteServerTime(new Response(null, { headers }), Date.now(), Date.now());
  };
  setServerClock(24 * 60 * MINUTE_MS);

  leaveRequest(0);

  await waitFor(() => expect(summaries()).toEqual([UNKNOWN]));
  expect(toasts()[0]?.actions?.map(({ label }) => label)).toEqual(["Dismiss"]);
  expect(again).toEqual([]);
  setServerClock(0);
});
