import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { problemResponse, serve } from "@/testing/fake-server";
import { amountField, renderOrderForm } from "@/testing/order-form";
import { anOrder } from "@/testing/orders";
import { setOneClick } from "./one-click";

// No chunk can be loaded any more.
vi.mock("./load-part", () => ({ loadPart: async () => null }));

beforeEach(() => {
  startSession("secret");
  setOneClick(true);
});
afterEach(() => {
  clearSession();
  setOneClick(false);
});

test("an order is confirmed, even if the words for it cannot be loaded", async () => {
  serve("post", "/v1/order", { order: anOrder({ id: 901 }), fills: [] }, 201);
  const user = renderOrderForm();

  await user.type(await amountField(), "2{Enter}");

  expect(await screen.findByText("Order placed")).toBeVisible();
});

test("so is the rejection of one whose form is closed", async () => {
  let reject = () => undefined as unknown;
  const answer = new Promise<Response>((resolve) => {
    reject = () => resolve(problemResponse({ status: 422, code: "X", detail: "You may have 200." }));
  });
  const sent = serve("post", "/v1/order", () => answer);
  const user = renderOrderForm();
  await user.type(await amountField(), "2{Enter}");
  await expect.poll(() => sent.length).toBe(1);

  await user.click(screen.getByRole("button", { name: "Close form" }));
  reject();

  expect(await screen.findByText("BTC-USDT order rejected")).toBeVisible();
});
