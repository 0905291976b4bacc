import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearPersistedAccounts, setPersistedAccount } from "@/lib/persisted";
import { clearSession, startSession } from "@/session/session";
import { storeInOtherTab } from "@/testing/browser-storage";
import { aClient } from "@/testing/builders";
import { serve, serveNothing } from "@/testing/fake-server";
import { amountField, bodyOf, renderOrderForm } from "@/testing/order-form";
import { anOrder } from "@/testing/orders";
import { useDeskStore } from "./desk-store";
import { EMPTY_DRAFT } from "./draft";
import { hasStoredDesk } from "./keys";
import { setOneClick } from "./one-click";
import { checkOrder } from "./order-desk";
import { restoreDesk } from "./stored-desk";

const KEY = `cw:account:${aClient().id}:order-desk`;

beforeEach(() => {
  startSession("secret");
  setPersistedAccount(aClient().id);
  setOneClick(true);
});
afterEach(() => {
  clearSession();
  clearPersistedAccounts();
  setOneClick(false);
});

/** Resets the desk like a reload, but keeps the storage. */
function unloadPage() {
  const stored = localStorage.getItem(KEY) ?? "";
  act(() => useDeskStore.setState(useDeskStore.getInitialState(), true));
  storeInOtherTab(KEY, stored);
}

const storeDrafts = (drafts: object) => storeInOtherTab(KEY, JSON.stringify({ drafts, orders: {} }));

test("reloading the page keeps drafts, and an unconfirmed order under its client order id", async () => {
  skipPauses();
  const lost = serveNothing("post", "/v1/order");
  const user = renderOrderForm();
  await user.click(await screen.findByRole("button", { name: "Show ETH-USDT" }));
  await user.type(await amountField(), "3");
  await user.click(screen.getByRole("button", { name: "Show BTC-USDT" }));
  await user.type(await amountField(), "2{Enter}");
  await within(await screen.findByRole("form", { name: "Order" })).findByRole("alert");
  await user.click(screen.getByRole("button", { name: "Close form" }));

  unloadPage();
  await waitFor(() => expect(screen.queryByText(/BTC-USDT order/)).toBeNull());
  for (const order of (await restoreDesk()) ?? []) void checkOrder(order);

  expect(await screen.findByText(/Your BTC-USDT order wasn’t placed/)).toBeVisible();
  const sent = serve("post", "/v1/order", { order: anOrder({ id: 801 }), fills: [] }, 201);
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Order placed: Buy 2 BTC")).toBeVisible();
  expect((await bodyOf(sent)).client_order_id).toBe((await bodyOf(lost)).client_order_id);
  await user.click(screen.getByRole("button", { name: "Show ETH-USDT" }));
  expect(await amountField()).toHaveValue("3");
});

test("a form that was opened before shows the stored draft, and keeps what was typed meanwhile", async () => {
  const user = renderOrderForm();
  await user.type(await amountField(), "5");
  await user.click(screen.getByRole("button", { name: "Show ETH-USDT" }));
  expect(await screen.findByLabelText("Price")).toHaveValue("100.00");
  const stored = { draft: { ...EMPTY_DRAFT, price: "90", size: "7" }, hasChosenPrice: true };
  storeDrafts({ "BTC-USDT": stored, "ETH-USDT": stored });

  await act(restoreDesk);

  expect(await amountField()).toHaveValue("7");
  expect(screen.getByLabelText("Price")).toHaveValue("90");
  await user.click(screen.getByRole("button", { name: "Show BTC-USDT" }));
  expect(await amountField()).toHaveValue("5");
});

test("a price that nobody chose is the market's again", async () => {
  storeDrafts({
    "BTC-USDT": { draft: { ...EMPTY_DRAFT, price: "90", size: "7" }, hasChosenPrice: false },
  });
  await restoreDesk();

  const drafts = useDeskStore.getState().drafts;

  expect(drafts["BTC-USDT"]?.draft).toEqual({ ...EMPTY_DRAFT, size: "7" });
});

test("stored drafts that do not fit are left out", async () => {
  useDeskStore.setState(useDeskStore.getInitialState(), true);
  const draft = { ...EMPTY_DRAFT, size: "7" };
  storeDrafts({
    "A-USDT": { draft: { ...draft, side: "both" }, hasChosenPrice: true },
    "B-USDT": { draft: { ...draft, size: "9".repeat(65) }, hasChosenPrice: true },
    "C-USDT": null,
    "D-USDT": { draft, hasChosenPrice: true },
  });

  await restoreDesk();

  expect(Object.keys(useDeskStore.getState().drafts)).toEqual(["D-USDT"]);
});

test("a form that nobody has written in is not stored", async () => {
  renderOrderForm();
  await restoreDesk();
  expect(await screen.findByLabelText("Price")).toHaveValue("100.00");

  expect(hasStoredDesk()).toBe(false);
});

test("a visitor's draft is not stored, and goes along when the visitor signs in", async () => {
  clearSession();
  const user = renderOrderForm();
  await user.type(await amountField(), "2");
  await restoreDesk();
  expect(JSON.stringify(localStorage)).not.toContain("order-desk");

  act(() => startSession("another"));
  setPersistedAccount(aClient().id);

  await expect.poll(hasStoredDesk).toBe(true);
});

test("signing out removes the desk from the browser", async () => {
  const user = renderOrderForm();
  await user.type(await amountField(), "2");
  await expect.poll(hasStoredDesk).toBe(true);

  act(clearSession);

  expect(JSON.stringify(localStorage)).not.toContain("order-desk");
});

/** Skips the pauses between lookups of a lost order. */
function skipPauses() {
  const { setTimeout: wait } = globalThis;
  const pauses = [250, 1_000, 2_500];
  vi.stubGlobal("setTimeout", (act: () => void, pause?: number) =>
    wait(act, pauses.includes(pause ?? 0) ? 0 : pause),
  );
}
