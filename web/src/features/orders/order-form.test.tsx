import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { amountField, bodyOf, renderOrderForm } from "@/testing/order-form";
import { anOrder } from "@/testing/orders";
import { setOneClick } from "./one-click";

let nextId = 100;

beforeEach(() => startSession("secret"));
afterEach(() => {
  clearSession();
  setOneClick(false);
});

test("a beginner buys with a market order, by how much to spend", async () => {
  const placed = serve(
    "post",
    "/v1/order",
    {
      order: anOrder({
        id: ++nextId,
        status: "filled",
        filled_quantity: "2",
        average_price: "100.5",
        fee: "0.005",
      }),
      fills: [],
    },
    201,
  );
  const user = renderOrderForm();

  await user.click(await screen.findByRole("button", { name: "Market" }));
  await user.click(screen.getByRole("button", { name: "25%" }));
  expect(screen.getByRole("textbox", { name: "Total" })).toHaveValue("250");
  expect(await screen.findByText("1.995 BTC")).toBeVisible();
  expect(screen.getByText("6.995 BTC")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Buy BTC" }));
  expect(screen.getByText("Buy BTC for 250 USDT at the market price. Market.")).toBeVisible();
  expect(placed).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Confirm: buy BTC" }));

  expect(await screen.findByText("Bought 2 BTC at an average of 100.50 USDT")).toBeVisible();
  expect(await bodyOf(placed)).toEqual({
    symbol: "BTC-USDT",
    side: "buy",
    type: "market",
    quote_quantity: "250",
    time_in_force: "gtc",
    post_only: false,
    self_trade_prevention: "expire_taker",
    client_order_id: expect.stringMatching(/^web-[0-9a-f]{32}$/),
  });
  expect(screen.getByRole("textbox", { name: "Total" })).toHaveValue("");
});

test("from the keyboard: Enter shows the order, Enter sends it, and the row appears immediately", async () => {
  const id = ++nextId;
  const placed = serve("post", "/v1/order", { order: anOrder({ id }), fills: [] }, 201);
  const user = renderOrderForm();

  await user.type(await amountField(), "2{Enter}");
  expect(screen.getByRole("button", { name: "Confirm: buy BTC" })).toHaveFocus();
  await user.keyboard("{Enter}");

  await expect.poll(() => screen.getByRole("status", { name: "Open" })).toHaveTextContent(String(id));
  expect(await screen.findByText("Order placed: Buy 2 BTC")).toBeVisible();
  expect(placed).toHaveLength(1);
  expect(await amountField()).toHaveFocus();
});

test("Escape goes back from the second look, and so does any change", async () => {
  const user = renderOrderForm();
  await user.type(await amountField(), "2{Enter}");
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: "Buy BTC" })).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Buy BTC" }));
  await user.type(await amountField(), "5");
  expect(screen.getByRole("button", { name: "Buy BTC" })).toBeVisible();
});

test("a double click only asks for the second look", async () => {
  const placed = serve("post", "/v1/order", { order: anOrder({ id: ++nextId }), fills: [] }, 201);
  const user = renderOrderForm();
  await user.type(await amountField(), "2");

  await user.dblClick(screen.getByRole("button", { name: "Buy BTC" }));

  expect(screen.getByRole("button", { name: "Confirm: buy BTC" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Confirm: buy BTC" }));
  expect(await screen.findByText("Order placed: Buy 2 BTC")).toBeVisible();
  expect(placed).toHaveLength(1);
});

test("one-click mode warns, and sends immediately", async () => {
  const placed = serve("post", "/v1/order", { order: anOrder({ id: ++nextId }), fills: [] }, 201);
  const user = renderOrderForm();

  await user.click(await screen.findByRole("switch", { name: "One-click orders" }));
  expect(screen.getByText("One-click on: orders skip confirmation.")).toBeVisible();
  await user.type(await amountField(), "2{Enter}");

  await expect.poll(() => placed.length).toBe(1);
});

test("with prices out of date even one-click mode asks", async () => {
  setOneClick(true);
  const user = renderOrderForm({ isStale: true });
  expect(await screen.findByText(/Live prices are interrupted/)).toBeVisible();

  await user.type(await amountField(), "2{Enter}");

  expect(screen.getByRole("button", { name: "Confirm: buy BTC" })).toBeVisible();
});

test("amount and total follow each other, and arrows move by tick and step", async () => {
  const user = renderOrderForm();
  const [price, total] = [await screen.findByLabelText("Price"), screen.getByLabelText("Total")];
  expect(price).toHaveValue("100.00");

  await user.type(await amountField(), "2");
  expect(total).toHaveValue("200");
  await user.clear(total);
  await user.type(total, "50");
  expect(await amountField()).toHaveValue("0.5");
  await user.type(price, "{ArrowUp}");
  expect(price).toHaveValue("100.01");
  await user.type(price, "{Shift>}{ArrowDown}{/Shift}");
  expect(price).toHaveValue("99.91");
  await user.type(await amountField(), "{ArrowUp}");
  expect(await amountField()).toHaveValue("0.501");
});

test("what breaks a rule is said at its field before anything is sent", async () => {
  const placed = serve("post", "/v1/order", {});
  const user = renderOrderForm();

  await user.click(await screen.findByRole("button", { name: "Buy BTC" }));
  expect(screen.getByText("Enter an amount.")).toBeVisible();
  expect(await amountField()).toHaveFocus();

  await user.type(await amountField(), "11");
  expect(screen.getByText("Insufficient balance: 1,100 USDT needed, 1,000 USDT available.")).toBeVisible();
  expect(await amountField()).toBeInvalid();
  expect(placed).toHaveLength(0);
});

test.each([
  ["PRICE_OUT_OF_BAND", "price", "Price", "Enter a price within 20% of market."],
  ["FOK_NOT_FILLABLE", "quantity", "Amount", "Fill or kill: can’t fill in full. Nothing was traded."],
])("the server's %s is said at its field", async (code, field, label, text) => {
  setOneClick(true);
  serveProblem("post", "/v1/order", { status: 422, code, errors: [{ field, code: "x", message: "No." }] });
  const user = renderOrderForm();

  await user.type(await amountField(), "2{Enter}");

  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText(label)).toBeInvalid();
  expect(screen.getByLabelText(label)).toHaveFocus();
});

test("a refusal about no field stands above the button", async () => {
  setOneClick(true);
  serveProblem("post", "/v1/order", { status: 422, code: "OPEN_ORDERS_LIMIT", detail: "You may have 200." });
  const user = renderOrderForm();

  await user.type(await amountField(), "2{Enter}");

  expect(await screen.findByText("You may have 200.")).toBeVisible();
});

test("what was picked in the book goes into the form", async () => {
  const user = renderOrderForm({ prefill: { price: "98.5", quantity: "1.5" } });
  await user.click(await screen.findByRole("button", { name: "Market" }));

  await user.click(screen.getByRole("button", { name: "Pick" }));

  expect(screen.getByLabelText("Price")).toHaveValue("98.50");
  expect(await amountField()).toHaveValue("1.5");
  expect(screen.getByRole("button", { name: "Limit" })).toHaveAttribute("aria-pressed", "true");
});

test("a price that is typed stays as it was typed", async () => {
  const user = renderOrderForm();
  const price = await screen.findByLabelText("Price");
  expect(price).toHaveValue("100.00");

  await user.clear(price);
  await user.type(price, "98.5");
  await user.tab();

  expect(price).toHaveValue("98.5");
});

test("a key that chooses a side leads to the field it names", async () => {
  const user = renderOrderForm({ prefill: { side: "sell", focus: "amount" } });
  await user.click(await screen.findByRole("button", { name: "Pick" }));

  expect(screen.getByRole("radio", { name: "Sell" })).toBeChecked();
  expect(await amountField()).toHaveFocus();
});

test("an OCO is sent with both of its prices", async () => {
  setOneClick(true);
  const legs = [anOrder({ id: ++nextId, list_id: nextId }), anOrder({ id: ++nextId, list_id: nextId - 1 })];
  const placed = serve("post", "/v1/order", { orders: legs, list_id: nextId - 1, fills: [] }, 201);
  const user = renderOrderForm();

  await user.click(await screen.findByRole("radio", { name: "Sell" }));
  await user.selectOptions(screen.getByLabelText("More order types"), "One cancels the other");
  await user.clear(screen.getByLabelText("Limit price"));
  await user.type(screen.getByLabelText("Limit price"), "110");
  await user.type(screen.getByLabelText("Trigger price"), "90");
  await user.type(await amountField(), "2{Enter}");

  expect(await screen.findByText("OCO order placed")).toBeVisible();
  expect(await bodyOf(placed)).toMatchObject({ type: "oco", side: "sell", price: "110", stop_price: "90" });
});

test("a visitor fills in the form and is led to the login and back", async () => {
  clearSession();
  const user = renderOrderForm();

  await user.type(await amountField(), "2");

  expect(screen.getByRole("link", { name: "Sign in to trade" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent("/trading/BTC-USDT?x=1")}`,
  );
});

test.each([
  ["halted", "Trading is halted."],
  ["cancel_only", "Cancel-only: no new orders right now."],
] as const)("a pair that is %s takes no order and says why", async (status, reason) => {
  renderOrderForm({ pair: { status } });

  expect(await screen.findByText(new RegExp(reason))).toBeVisible();
  expect(await amountField()).toBeDisabled();
  expect(screen.getByRole("button", { name: "Buy BTC" })).toBeDisabled();
});
