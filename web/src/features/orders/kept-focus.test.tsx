import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Toaster } from "@/design/toaster";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { aPair } from "@/testing/markets";
import { amountField, renderOrderForm } from "@/testing/order-form";
import { anOrder } from "@/testing/orders";
import { renderPage } from "@/testing/render-page";
import { setOneClick } from "./one-click";
import { OpenOrdersTable } from "./open-orders-table";

beforeEach(() => startSession("secret"));
afterEach(() => {
  clearSession();
  setOneClick(false);
});

function heldAnswer() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

test("the answer to an order does not call the keyboard back from where it has gone", async () => {
  setOneClick(true);
  const { given, give } = heldAnswer();
  const answer = async () => {
    await given;
    return { order: anOrder({ id: 7_001 }), fills: [] };
  };
  const placed = serve("post", "/v1/order", answer, 201);
  const user = renderOrderForm();
  await user.type(await amountField(), "2{Enter}");
  await expect.poll(() => placed.length).toBe(1);
  screen.getByRole("button", { name: "Pick" }).focus();
  give();

  await expect.poll(async () => (await amountField()).getAttribute("value")).toBe("");
  expect(screen.getByRole("button", { name: "Pick" })).toHaveFocus();
});

test("a changed order leads the keyboard back to its row, unless it has gone elsewhere", async () => {
  const { given, give } = heldAnswer();
  const order = anOrder({ id: 7_002 });
  serve("get", "/v1/pairs", { items: [aPair("BTC-USDT")], next_cursor: null });
  serve("get", "/v1/order", { items: [order], next_cursor: null });
  serve("patch", "/v1/order/{order_id}", async () => {
    await given;
    return { order: { ...order, quantity: "3" } };
  });
  const user = renderPage(
    <>
      <button type="button">Elsewhere</button>
      <OpenOrdersTable />
      <Toaster />
    </>,
  );
  const change = () => screen.findByRole("button", { name: "Change the buy order in BTC-USDT" });
  await user.click(await change());
  await user.keyboard("{Escape}");
  expect(await change()).toHaveFocus();

  await user.keyboard("{Enter}");
  const amount = screen.getByRole("textbox", { name: "New amount for the BTC-USDT order" });
  await user.clear(amount);
  await user.type(amount, "3{Enter}");
  screen.getByRole("button", { name: "Elsewhere" }).focus();
  give();

  expect(await change()).toBeVisible();
  expect(screen.getByRole("button", { name: "Elsewhere" })).toHaveFocus();
});
