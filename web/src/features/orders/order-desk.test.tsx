import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { problemResponse, serve, serveNothing } from "@/testing/fake-server";
import { amountField, bodyOf, renderOrderForm } from "@/testing/order-form";
import { anOrder } from "@/testing/orders";
import { setOneClick } from "./one-click";

let nextId = 700;

beforeEach(() => {
  startSession("secret");
  setOneClick(true);
});
afterEach(() => {
  clearSession();
  setOneClick(false);
});

/** Orders whose response the test controls. */
function serveLater() {
  let respond: (answer: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  const sent = serve("post", "/v1/order", () => answer);
  const placed = () => Response.json({ order: anOrder({ id: ++nextId }), fills: [] }, { status: 201 });
  return { sent, respond, place: () => respond(placed()) };
}

const press = (user: ReturnType<typeof renderOrderForm>, name: string) =>
  user.click(screen.getByRole("button", { name }));

test.each(["Close form", "Show ETH-USDT"])(
  "an order is confirmed after %s while it was pending",
  async (leave) => {
    const { sent, place } = serveLater();
    const user = renderOrderForm();
    await user.type(await amountField(), "2{Enter}");
    await expect.poll(() => sent.length).toBe(1);

    await press(user, leave);
    place();

    expect(await screen.findByText("Order placed: Buy 2 BTC")).toBeVisible();
  },
);

test.each(["Close form", "Show ETH-USDT"])(
  "a rejection is shown after %s, and the draft is kept",
  async (leave) => {
    const { sent, respond } = serveLater();
    const user = renderOrderForm();
    await user.type(await amountField(), "2{Enter}");
    await expect.poll(() => sent.length).toBe(1);

    await press(user, leave);
    respond(problemResponse({ status: 422, code: "OPEN_ORDERS_LIMIT", detail: "You may have 200." }));

    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("BTC-USDT order rejected");
    expect(notice).toHaveTextContent("You may have 200.");
    await press(user, "Show BTC-USDT");
    expect(await amountField()).toHaveValue("2");
  },
);

test("an unconfirmed order is shown by its form, and by the app while the form is gone", async () => {
  skipPauses();
  const lost = serveNothing("post", "/v1/order");
  const user = renderOrderForm();
  await user.type(await amountField(), "2{Enter}");
  const form = await screen.findByRole("form", { name: "Order" });
  await within(form).findByRole("alert");

  await press(user, "Close form");
  expect(
    await screen.findByText("Your BTC-USDT order wasn’t placed. Your balance is unchanged."),
  ).toBeVisible();
  const sent = serve("post", "/v1/order", { order: anOrder({ id: ++nextId }), fills: [] }, 201);
  await press(user, "Send again");

  expect(await screen.findByText("Order placed: Buy 2 BTC")).toBeVisible();
  expect((await bodyOf(sent)).client_order_id).toBe((await bodyOf(lost)).client_order_id);
  expect(screen.queryByText(/order wasn’t placed/)).toBeNull();
});

test("a draft outlives its form, and each pair has its own", async () => {
  const user = renderOrderForm();
  await user.type(await amountField(), "2");
  await user.click(screen.getByRole("radio", { name: "Sell" }));

  await press(user, "Show ETH-USDT");
  expect(await amountField()).toHaveValue("");
  await user.type(await amountField(), "3");
  await press(user, "Close form");
  await press(user, "Show BTC-USDT");

  expect(await amountField()).toHaveValue("2");
  expect(screen.getByRole("radio", { name: "Sell" })).toBeChecked();
  await press(user, "Show ETH-USDT");
  expect(await amountField()).toHaveValue("3");
});

test("the answer to one order leaves what was typed meanwhile for the next", async () => {
  const { sent, place } = serveLater();
  const user = renderOrderForm();
  await user.type(await amountField(), "2{Enter}");
  await expect.poll(() => sent.length).toBe(1);

  await user.clear(await amountField());
  await user.type(await amountField(), "7");
  await user.click(screen.getByLabelText("Price"));
  place();

  expect(await screen.findByText("Order placed: Buy 2 BTC")).toBeVisible();
  expect(await amountField()).toHaveValue("7");
  expect(screen.getByLabelText("Price")).toHaveFocus();
});

test("the rejection of one order is not shown at the fields of the next", async () => {
  const { sent, respond } = serveLater();
  const user = renderOrderForm();
  await user.type(await amountField(), "2{Enter}");
  await expect.poll(() => sent.length).toBe(1);

  await user.type(await amountField(), "5");
  const errors = [{ field: "quantity", code: "x", message: "No." }];
  respond(problemResponse({ status: 422, code: "FOK_NOT_FILLABLE", errors }));

  expect(await screen.findByRole("alert")).toHaveTextContent("BTC-USDT order rejected");
  expect(await amountField()).toBeValid();
});

/** Skips the pauses between lookups of a lost order. */
function skipPauses() {
  const { setTimeout: wait } = globalThis;
  const pauses = [250, 1_000, 2_500];
  vi.stubGlobal("setTimeout", (act: () => void, pause?: number) =>
    wait(act, pauses.includes(pause ?? 0) ? 0 : pause),
  );
}

test("while one order waits for its answer, only that order cannot be sent again", async () => {
  const sent = serve("post", "/v1/order", () => new Promise<Response>(() => undefined));
  const user = renderOrderForm();
  await user.type(await amountField(), "2{Enter}");
  await expect.poll(() => sent.length).toBe(1);
  await user.type(await amountField(), "{Enter}");
  expect(sent).toHaveLength(1);

  await user.type(await amountField(), "{Backspace}1{Enter}");

  expect(screen.getByText("1 order waiting for a response")).toBeVisible();
  await expect.poll(() => sent.length).toBe(2);
  expect(await sent[1]?.json()).toMatchObject({ quantity: "1" });
});
