import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toaster } from "@/design/toaster";
import * as downloads from "@/lib/download-file";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { aPair } from "@/testing/markets";
import { aFill, anOrder } from "@/testing/orders";
import { renderPage } from "@/testing/render-page";
import { OrdersPage } from "./orders";

beforeEach(() => startSession("secret"));
afterEach(() => clearSession());

const searchOf = (request: Request | undefined) =>
  Object.fromEntries(new URL(request?.url ?? "").searchParams.entries());

function serveOrders() {
  serve("get", "/v1/pairs", { items: [aPair("BTC-USDT"), aPair("ETH-USDT")], next_cursor: null });
  const orders = serve("get", "/v1/order", ({ request }) => {
    const { status, cursor } = searchOf(request);
    if (request.headers.get("Accept") === "text/csv") return new Response("id\n1\n2\n");
    if (status === "open") {
      return {
        items: [anOrder({ id: 40_002, side: "sell" }), anOrder({ id: 40_001, symbol: "ETH-USDT" })],
        next_cursor: null,
      };
    }
    return cursor
      ? { items: [anOrder({ id: 40_003, status: "filled", quantity: "7" })], next_cursor: null }
      : {
          items: [anOrder({ id: 40_004, status: "canceled", reason: "client", quantity: "8" })],
          next_cursor: "more",
        };
  });
  const fills = serve("get", "/v1/trades", { items: [aFill({ id: 50_001 })], next_cursor: null });
  return { orders, fills };
}

test("open orders are counted and filtered, and the filter stays in the address", async () => {
  serveOrders();
  const user = renderPage(<OrdersPage />, { at: "/personal/orders" });
  const table = await screen.findByRole("table", { name: "Open orders, newest first" });
  expect(screen.getByRole("tab", { name: /^Open ?2$/ })).toBeVisible();
  expect(within(table).getAllByRole("row")).toHaveLength(3);

  await user.click(screen.getByRole("combobox", { name: "Side" }));
  await user.click(await screen.findByRole("option", { name: "Sell" }));

  expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(2);
  expect(user.location()).toBe("/personal/orders?side=sell");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(user.location()).toBe("/personal/orders");
});

test("canceling all cancels what the filter shows, and says how many that are", async () => {
  serveOrders();
  const canceled = serve("post", "/v1/order/cancel-all", { orders: [] });
  const user = renderPage(<OrdersPage />, { at: "/personal/orders?side=sell&pair=BTC-USDT" });

  await user.click(await screen.findByRole("button", { name: "Cancel all" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Only orders that match your filter are canceled.");
  await user.click(within(dialog).getByRole("button", { name: "Cancel 1 order" }));

  await expect.poll(() => canceled.length).toBe(1);
  expect(await canceled[0]?.json()).toEqual({ symbol: "BTC-USDT", side: "sell" });
});

test("orders of one type are canceled by one request, and those that it ended are counted", async () => {
  const orders = [
    anOrder({ id: 41_003, type: "stop_limit" }),
    anOrder({ id: 41_002, type: "stop_limit" }),
    anOrder({ id: 41_001 }),
  ];
  serve("get", "/v1/pairs", { items: [aPair("BTC-USDT")], next_cursor: null });
  serve("get", "/v1/order", { items: orders, next_cursor: null });
  const ended = anOrder({ id: 41_002, type: "stop_limit", status: "canceled" });
  const canceled = serve("post", "/v1/order/cancel-all", { orders: [ended] });
  const user = renderPage(
    <>
      <OrdersPage />
      <Toaster />
    </>,
    { at: "/personal/orders?type=stop_limit" },
  );

  await user.click(await screen.findByRole("button", { name: "Cancel all" }));
  await user.click(await screen.findByRole("button", { name: "Cancel 2 orders" }));

  expect(await screen.findByText("1 order canceled")).toBeVisible();
  expect(await canceled[0]?.json()).toEqual({ types: ["stop_limit"] });
});

test("nothing is offered where no open order matches the filter", async () => {
  serveOrders();
  renderPage(<OrdersPage />, { at: "/personal/orders?type=trailing_stop" });

  expect(await screen.findByText("No open orders match these filters")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel all" })).toBeNull();
});

test("the history is what the address asks for, page by page", async () => {
  const { orders } = serveOrders();
  const user = renderPage(<OrdersPage />, {
    at: "/personal/orders?tab=history&pair=BTC-USDT&side=buy&type=limit&from=2026-11-01&to=2026-11-02&status=canceled",
  });

  expect(await screen.findByText("By you")).toBeVisible();
  expect(within(screen.getAllByRole("row")[1] as HTMLElement).getByText("Canceled")).toBeVisible();
  const asked = orders.map(searchOf).find(({ status }) => status === "canceled");
  expect(asked).toEqual({
    status: "canceled",
    symbol: "BTC-USDT",
    side: "buy",
    type: "limit",
    from: String(new Date("2026-11-01T00:00").getTime() / 1000),
    to: String(new Date("2026-11-03T00:00").getTime() / 1000),
    limit: "50",
  });
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await expect.poll(() => screen.getAllByRole("row")).toHaveLength(3);
  expect(within(screen.getAllByRole("row")[2] as HTMLElement).getByText("7")).toBeVisible();
});

test("what makes no sense in the address is no filter", async () => {
  const { orders } = serveOrders();
  renderPage(<OrdersPage />, {
    at: "/personal/orders?tab=history&pair=%3Cb%3E&side=up&type=oco&status=new&from=2026-13-40&order=x",
  });

  await screen.findByText("Canceled");
  expect(orders.map(searchOf).find(({ status }) => status === "history")).toEqual({
    status: "history",
    limit: "50",
  });
});

test("trades are shown and saved as a file, all of them", async () => {
  const { fills } = serveOrders();
  serve("get", "/v1/trades", ({ request }) => {
    fills.push(request.clone());
    if (request.headers.get("Accept") === "text/csv") return new Response("id\n1\n2\n3\n");
    return { items: [aFill({ id: 50_001, order_id: 77 })], next_cursor: null };
  });
  const saved = vi.spyOn(downloads, "downloadFile").mockReturnValue();
  const user = renderPage(<OrdersPage />, { at: "/personal/orders" });

  await user.click(await screen.findByRole("tab", { name: "Trades" }));
  expect(user.location()).toBe("/personal/orders?tab=trades");
  expect(await screen.findByText("No. 77")).toBeVisible();
  expect(screen.getByText("Taker")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Export CSV" }));

  expect(await screen.findByText("3 rows saved")).toBeVisible();
  expect(saved).toHaveBeenCalledWith("trades.csv", expect.any(Blob));
});

test.each([
  ["history&status=expired", "No orders match these filters"],
  ["trades&side=sell", "No trades match these filters"],
])("a filter that finds nothing says so: %s", async (search, text) => {
  serve("get", "/v1/pairs", { items: [], next_cursor: null });
  serve("get", "/v1/order", { items: [], next_cursor: null });
  serve("get", "/v1/trades", { items: [], next_cursor: null });
  renderPage(<OrdersPage />, { at: `/personal/orders?tab=${search}` });

  expect(await screen.findByText(text)).toBeVisible();
});
