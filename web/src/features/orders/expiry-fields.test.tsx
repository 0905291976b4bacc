import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { amountField, bodyOf, renderOrderForm } from "@/testing/order-form";
import { anOrder } from "@/testing/orders";

beforeEach(() => {
  startSession("secret");
  vi.useFakeTimers({ now: new Date(2026, 10, 16, 12), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

const expiry = () => screen.findByRole("textbox", { name: "Expiry date" });
const time = () => screen.getByRole("textbox", { name: "Time" });

async function renderDatedOrder() {
  const user = renderOrderForm();
  await user.click(await screen.findByText("Options"));
  await user.selectOptions(await screen.findByLabelText("Time in force"), "Good till date");
  await user.type(await amountField(), "2");
  return user;
}

test("an order ends with the last minute of its day, unless somebody says otherwise", async () => {
  const placed = serve("post", "/v1/order", { order: anOrder({ id: 1 }), fills: [] }, 201);
  const user = await renderDatedOrder();

  await user.type(await expiry(), "12/3/26");
  await user.tab();
  expect(time()).toHaveValue("23:59");
  await user.clear(time());
  await user.type(time(), "9:05");
  await user.click(screen.getByRole("button", { name: "Buy BTC" }));
  await user.click(await screen.findByRole("button", { name: /^Confirm/ }));

  await expect.poll(() => placed.length).toBe(1);
  expect(await bodyOf(placed)).toMatchObject({
    time_in_force: "gtd",
    expire_at: new Date(2026, 11, 3, 9, 5).getTime() / 1000,
  });
});

test("a time that is over is said to be", async () => {
  const user = await renderDatedOrder();

  await user.type(await expiry(), "11/16/26");
  await user.clear(time());
  await user.type(time(), "1159");
  await user.tab();

  expect(time()).toHaveValue("11:59");
  expect(screen.getByText("Choose a time in the future.")).toBeVisible();
});

test("what is neither a date nor a time is said to be none, and no order goes out", async () => {
  const placed = serve("post", "/v1/order", {});
  const user = await renderDatedOrder();

  await user.type(await expiry(), "tomorrow");
  await user.clear(time());
  await user.type(time(), "25:00");
  await user.click(screen.getByRole("button", { name: "Buy BTC" }));

  expect(screen.getByText("Enter the date as mm/dd/yyyy.")).toBeVisible();
  expect(screen.getByText("Use hh:mm.")).toBeVisible();
  expect(await expiry()).toHaveFocus();
  expect(placed).toHaveLength(0);
});

test("without a day it is asked for", async () => {
  const user = await renderDatedOrder();
  await expiry();

  await user.click(screen.getByRole("button", { name: "Buy BTC" }));

  expect(screen.getByText("Choose an expiry time.")).toBeVisible();
  expect(await expiry()).toHaveFocus();
});
