import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toaster } from "@/design/toaster";
import { clearSession, startSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aPair, aTicker } from "@/testing/markets";
import { anOrder } from "@/testing/orders";
import { renderPage } from "@/testing/render-page";
import type { Order } from "./api";
import { CancelAllButton } from "./cancel-all-button";
import { OpenOrdersTable } from "./open-orders-table";

let id = 9_000;

beforeEach(() => {
  startSession("secret");
  id += 100;
});
afterEach(() => clearSession());

function renderTable(orders: Order[], symbol?: string) {
  serve("get", "/v1/pairs", { items: [aPair("BTC-USDT"), aPair("ETH-USDT")], next_cursor: null });
  serve("get", "/v1/order", { items: orders, next_cursor: null });
  return renderPage(
    <>
      <CancelAllButton symbol={symbol} />
      <OpenOrdersTable symbol={symbol} />
      <Toaster />
    </>,
  );
}

const rows = async () =>
  within(await screen.findByRole("table"))
    .getAllByRole("row")
    .slice(1);

test("an order says what it waits for, in words", async () => {
  renderTable([
    anOrder({
      id: id + 3,
      type: "trailing_stop",
      side: "sell",
      status: "untriggered",
      price: null,
      stop_price: "90",
    }),
    anOrder({
      id: id + 2,
      type: "take_profit_limit",
      side: "sell",
      status: "untriggered",
      stop_price: "110",
    }),
    anOrder({ id: id + 1, type: "stop_limit", status: "new", stop_price: "99" }),
    anOrder({ id, filled_quantity: "0.5", list_id: id }),
  ]);

  const [trailing, takeProfit, stop, oco] = await rows();
  expect(trailing).toHaveTextContent("Last price ≤ 90.00");
  expect(takeProfit).toHaveTextContent("Last price ≥ 110");
  expect(stop).toHaveTextContent("Triggered at 99");
  expect(oco).toHaveTextContent("OCO");
  expect(oco).toHaveTextContent("25%");
  expect(oco).toHaveTextContent("190 USDT");
});

test("price and size are changed in their place, by the same rules as a new order's", async () => {
  const changed = serve("patch", "/v1/order/{order_id}", { order: anOrder({ id, price: "96.5" }) });
  const user = renderTable([anOrder({ id })]);

  await user.click(await screen.findByRole("button", { name: "Change the buy order in BTC-USDT" }));
  const price = screen.getByRole("textbox", { name: "New price for the BTC-USDT order" });
  expect(price).toHaveFocus();
  await user.clear(price);
  await user.type(price, "50");
  expect(screen.getByText("Enter 80.00 to 120.00 (within 20% of market).")).toBeVisible();
  expect(screen.getByRole("button", { name: "Save change" })).toBeDisabled();
  await user.clear(price);
  await user.type(price, "96.5{Enter}");

  expect(await screen.findByText("Order changed")).toBeVisible();
  expect(await changed[0]?.json()).toEqual({ price: "96.5" });
  expect((await rows())[0]).toHaveTextContent("96.5");
  expect(screen.getByRole("button", { name: "Change the buy order in BTC-USDT" })).toHaveFocus();
});

test("an amended price is compared with the market as it is now", async () => {
  const user = renderTable([anOrder({ id })]);
  await user.click(await screen.findByRole("button", { name: "Change the buy order in BTC-USDT" }));
  await waitFor(() => expect(liveServer.channels()).toContain("ticker:BTC-USDT"));

  const ticker = aTicker("BTC-USDT", { last: "200" });
  await liveServer.pushAndRender({ channel: "ticker:BTC-USDT", type: "ticker", ...ticker });
  const price = screen.getByRole("textbox", { name: "New price for the BTC-USDT order" });
  await user.clear(price);
  await user.type(price, "100");

  expect(screen.getByText("Enter 160.00 to 240.00 (within 20% of market).")).toBeVisible();
});

test("a change that the server refuses says why and can be mended", async () => {
  serveProblem("patch", "/v1/order/{order_id}", {
    status: 422,
    code: "INSUFFICIENT_BALANCE",
    available: "10",
    needed: "285",
    errors: [{ field: "quantity", code: "insufficient_balance", message: "No." }],
  });
  const user = renderTable([anOrder({ id })]);
  await user.click(await screen.findByRole("button", { name: "Change the buy order in BTC-USDT" }));
  const amount = screen.getByRole("textbox", { name: "New amount for the BTC-USDT order" });
  await user.clear(amount);
  await user.type(amount, "3{Enter}");

  expect(await screen.findByText("Insufficient balance: 285 USDT needed, 10 USDT available.")).toBeVisible();
  await user.type(amount, "{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("the orders of an OCO cannot be changed one by one", async () => {
  renderTable([anOrder({ id, list_id: id })]);
  expect(await screen.findByRole("button", { name: "Cancel the buy order in BTC-USDT" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Change/ })).toBeNull();
});

test("a canceled order leaves the list, and the keyboard goes on at the next one", async () => {
  serve("post", "/v1/order/{order_id}/cancel", { order: anOrder({ id: id + 1, status: "canceled" }) });
  const user = renderTable([anOrder({ id: id + 1 }), anOrder({ id, symbol: "ETH-USDT" })]);

  await user.click(await screen.findByRole("button", { name: "Cancel the buy order in BTC-USDT" }));

  await expect.poll(() => screen.queryByText("BTC-USDT")).toBeNull();
  expect(screen.getByText("ETH-USDT")).toBeVisible();
  expect(screen.getByRole("button", { name: "Cancel the buy order in ETH-USDT" })).toHaveFocus();
});

test("a cancel that comes too late says so and clears the row", async () => {
  serveProblem("post", "/v1/order/{order_id}/cancel", { status: 409, code: "ORDER_FINAL" });
  const user = renderTable([anOrder({ id })]);

  await user.click(await screen.findByRole("button", { name: "Cancel the buy order in BTC-USDT" }));

  expect(await screen.findByText("The order was already closed and couldn’t be canceled.")).toBeVisible();
  expect(await screen.findByText("No open orders")).toBeVisible();
});

test("all orders of one side are canceled once it is confirmed", async () => {
  const asked = serve("post", "/v1/order/cancel-all", { orders: [anOrder({ id, status: "canceled" })] });
  const user = renderTable(
    [anOrder({ id: id + 2, side: "sell" }), anOrder({ id: id + 1, side: "sell" }), anOrder({ id })],
    "BTC-USDT",
  );

  await user.click(await screen.findByRole("button", { name: "Cancel all" }));
  const dialog = await screen.findByRole("dialog", { name: "Cancel your open orders in BTC-USDT?" });
  expect(within(dialog).getByRole("button", { name: "Cancel 3 orders" })).toBeVisible();
  await user.click(within(dialog).getByRole("radio", { name: "Buy orders (1)" }));
  await user.click(within(dialog).getByRole("button", { name: "Cancel 1 order" }));

  expect(await screen.findByText("1 order canceled")).toBeVisible();
  expect(await asked[0]?.json()).toEqual({ side: "buy", symbol: "BTC-USDT" });
});

test("in a halted market no order can be canceled, neither one nor all", async () => {
  renderTable([anOrder({ id })], "BTC-USDT");
  serve("get", "/v1/pairs", { items: [{ ...aPair("BTC-USDT"), status: "halted" }], next_cursor: null });

  await waitFor(() => expect(screen.getByRole("button", { name: "Cancel all" })).toBeDisabled());
  expect(screen.getByRole("button", { name: "Cancel the buy order in BTC-USDT" })).toBeDisabled();
});

test("of five thousand orders only those in sight are drawn", async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  vi.stubGlobal("innerHeight", 800);
  const many = Array.from({ length: 5_000 }, (_, index) => anOrder({ id: 100_000 - index }));
  serve("get", "/v1/pairs", { items: [], next_cursor: null });
  let calls = 0;
  serve("get", "/v1/order", ({ request }) => {
    calls += 1;
    const from = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
    const items = many.slice(from, from + 200);
    return { items, next_cursor: from + 200 < many.length ? String(from + 200) : null };
  });
  renderPage(<OpenOrdersTable />);

  expect(await screen.findByRole("table")).toHaveAttribute("aria-rowcount", "5001");
  await expect.poll(async () => (await rows()).length).toBeLessThan(50);
  expect(await rows()).not.toHaveLength(0);
  expect(calls).toBe(25);
});

test("a visitor is shown the way in", async () => {
  clearSession();
  renderTable([]);
  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login?next=%2F");
});
