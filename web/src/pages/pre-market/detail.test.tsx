import { screen, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { closeRestricted, useRefusedLevel } from "@/session/restricted";
import { clearSession, startSession } from "@/session/session";
import "@/testing/fake-socket";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { aPremarketDetail, aPremarketOrder, servePremarket } from "@/testing/premarket";
import { renderApp } from "@/testing/render-app";
import { PreMarketDetailPage } from "./detail";

const PATH = "/pre-market/detail/NOVA";
const ORDERS = "/v1/premarkets/{symbol}/orders";

afterEach(() => {
  clearSession();
  closeRestricted();
});

function renderDetail(search = "") {
  const route = {
    path: "/pre-market/detail/$symbol",
    layout: null,
    title: () => "Pre-market",
    page: async () => PreMarketDetailPage,
  };
  return renderApp([route], { at: `${PATH}${search}` });
}

const field = (name: string) => screen.findByRole("textbox", { name });

test("a visitor sees everything, and signs in with what was typed kept", async () => {
  servePremarket(aPremarketDetail({ my: null }));
  const { user } = renderDetail();
  expect(await screen.findByRole("heading", { level: 1, name: /Nova/ })).toBeVisible();
  expect(screen.getByText("Each side pays a fee of 2%.")).toBeVisible();

  await user.click(screen.getByRole("radio", { name: "Sell" }));
  await user.type(await field("Price"), "3");
  await user.type(await field("Amount"), "20");

  const form = within(screen.getByRole("form", { name: "Order" }));
  expect(form.getByText("Locked in total")).toBeVisible();
  expect(form.getByText("61.2 USDT")).toBeVisible();
  expect(form.getByRole("link", { name: "Sign in to trade" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent(`${PATH}?side=sell&price=3&quantity=20`)}`,
  );
});

test("after signing in, what was typed is placed after a confirmation, with a key", async () => {
  startSession("token");
  servePremarket();
  const placed = serve("post", ORDERS, aPremarketOrder({ price: "2.3", quantity: "20" }), 201);
  const { user } = renderDetail("?side=buy&price=2.3&quantity=20");

  await user.click(await screen.findByRole("button", { name: "Buy NOVA" }));
  expect(screen.getByText(/^Buy 20 NOVA at 2.3 USDT or less. 46.92 USDT is locked./)).toBeVisible();
  expect(placed).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Confirm: buy NOVA" }));

  await expect.poll(() => placed.length).toBe(1);
  expect(await placed[0]?.json()).toEqual({ side: "buy", price: "2.3", quantity: "20" });
  expect(placed[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
  await expect.poll(async () => (await field("Amount")).getAttribute("value")).toBe("");
});

test("a level of the book fills its price in", async () => {
  servePremarket(aPremarketDetail({ my: null }));
  const { user } = renderDetail();

  await user.click(await screen.findByRole("button", { name: "2.60" }));

  expect(await field("Price")).toHaveValue("2.6");
});

test("mistakes are explained beside their fields, and nothing is sent", async () => {
  startSession("token");
  servePremarket();
  const { user } = renderDetail();
  await user.click(await screen.findByRole("button", { name: "Buy NOVA" }));
  expect(screen.getByText("Enter a price.")).toBeVisible();
  expect(await field("Price")).toHaveFocus();

  await user.type(await field("Price"), "2.5");
  await user.type(await field("Amount"), "500");

  expect(
    await screen.findByText("Insufficient balance: 1,275 USDT needed, 1,000 USDT available."),
  ).toBeVisible();
});

test.each([
  [0, "Buy", "starter", "Buying requires the Starter level."],
  [1, "Sell", "advanced", "Selling requires the Advanced level."],
])("at rank %i, the press of %s opens the modal of the level", async (rank, side, level, hint) => {
  startSession("token");
  servePremarket(aPremarketDetail(), { rank });
  const { user } = renderDetail("?price=2.3&quantity=20");
  await user.click(await screen.findByRole("radio", { name: side }));
  expect(await screen.findByText(hint)).toBeVisible();

  await user.click(screen.getByRole("button", { name: `${side} NOVA` }));

  expect(await screen.findByRole("dialog", { name: "Access Restricted" })).toBeVisible();
  expect(useRefusedLevel.getState()).toBe(level);
});

test("a level that only the server knows opens the modal, too", async () => {
  startSession("token");
  servePremarket();
  serveProblem("post", ORDERS, { status: 403, code: "LEVEL_REQUIRED", required: "advanced" });
  const { user } = renderDetail("?side=sell&price=2.6&quantity=20");
  await user.click(await screen.findByRole("button", { name: "Sell NOVA" }));
  await user.click(screen.getByRole("button", { name: "Confirm: sell NOVA" }));

  expect(await screen.findByRole("dialog", { name: "Access Restricted" })).toBeVisible();
  expect(useRefusedLevel.getState()).toBe("advanced");
});

test("an order without a response is asked for again with the same key", async () => {
  startSession("token");
  servePremarket();
  const lost = serve("post", ORDERS, () =>
    lost.length < 3 ? HttpResponse.error() : problemResponse({ status: 429, code: "RATE_LIMITED" }),
  );
  const { user } = renderDetail("?price=2.3&quantity=20");
  await user.click(await screen.findByRole("button", { name: "Buy NOVA" }));
  await user.click(screen.getByRole("button", { name: "Confirm: buy NOVA" }));
  expect(await screen.findByText("No response yet. Your NOVA order may have been placed.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Buy NOVA" })).toBeNull();

  await vi.waitFor(() => expect(lost).toHaveLength(3));
  const check = screen.getByRole("button", { name: "Check again" });
  await vi.waitFor(() => expect(check).not.toHaveAttribute("aria-disabled", "true"));
  const placed = serve("post", ORDERS, aPremarketOrder(), 201);
  await user.click(screen.getByRole("button", { name: "Check again" }));

  expect(await screen.findByRole("button", { name: "Buy NOVA" })).toBeVisible();
  const keys = [...lost, ...placed].map(({ headers }) => headers.get("Idempotency-Key"));
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
});

test("what the server refuses is said beside its field", async () => {
  startSession("token");
  servePremarket();
  serve("post", ORDERS, () =>
    problemResponse({ status: 422, code: "LIMIT_EXCEEDED", limit: "50000", left: "10" }),
  );
  const { user } = renderDetail("?price=2.3&quantity=20");
  await user.click(await screen.findByRole("button", { name: "Buy NOVA" }));
  await user.click(screen.getByRole("button", { name: "Confirm: buy NOVA" }));

  expect(await screen.findByText("Your limit in this pre-market allows 10 USDT more.")).toBeVisible();
});
