import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { problemResponse, serve, serveNothing } from "@/testing/fake-server";
import { amountField, bodyOf, renderOrderForm } from "@/testing/order-form";
import { anOrder } from "@/testing/orders";
import { setOneClick } from "./one-click";

let nextId = 500;
const LOOKING_PAUSES_MS = [250, 1_000, 2_500];

beforeEach(() => {
  startSession("secret");
  setOneClick(true);
  // Skips the pauses between lookups of a lost order.
  const { setTimeout: wait } = globalThis;
  vi.stubGlobal("setTimeout", (act: () => void, pause?: number) =>
    wait(act, LOOKING_PAUSES_MS.includes(pause ?? 0) ? 0 : pause),
  );
});
afterEach(() => {
  clearSession();
  setOneClick(false);
});

test("an order whose response was lost is found by its client order id and shown as placed once", async () => {
  const id = ++nextId;
  const sent = serveNothing("post", "/v1/order");
  const user = renderOrderForm();
  const asked = serve("get", "/v1/order", ({ request }) => {
    const isLookUp = new URL(request.url).searchParams.has("client_order_id");
    return { items: isLookUp ? [anOrder({ id })] : [], next_cursor: null };
  });

  await user.type(await amountField(), "2{Enter}");

  expect(await screen.findByText(/but your order was placed once/)).toBeVisible();
  const { client_order_id: name } = await bodyOf(sent);
  const looked = asked.map(({ url }) => new URL(url).searchParams.get("client_order_id"));
  expect(looked).toContain(name);
  expect(sent).toHaveLength(1);
});

test("an order that never arrived is said not to be placed, and sent again under the same name", async () => {
  const sent = serveNothing("post", "/v1/order");
  const user = renderOrderForm();
  await user.type(await amountField(), "2{Enter}");
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("Your order wasn’t placed.");

  // The order exists now: the first request was only slow.
  const order = anOrder({ id: ++nextId });
  const again = serve("post", "/v1/order", () =>
    problemResponse({ status: 409, code: "DUPLICATE_CLIENT_ORDER_ID", order }),
  );
  await user.click(within(notice).getByRole("button", { name: "Send again" }));

  expect(await screen.findByText(/your order was placed once/)).toBeVisible();
  expect((await bodyOf(again)).client_order_id).toBe((await bodyOf(sent)).client_order_id);
});

test("while nobody can be asked, the form says that it does not know, and looks again", async () => {
  serveNothing("post", "/v1/order");
  const user = renderOrderForm();
  await user.type(await amountField(), "2");
  serveNothing("get", "/v1/order");
  await user.keyboard("{Enter}");
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("Your order may have been placed.");

  serve("get", "/v1/order", { items: [anOrder({ id: ++nextId })], next_cursor: null });
  await user.click(within(notice).getByRole("button", { name: "Check status" }));

  expect(await screen.findByText(/your order was placed once/)).toBeVisible();
});
