import { fireEvent, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { problemResponse, serve } from "@/testing/fake-server";
import { aStaffPair } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { OperatorMarketsPage } from "./markets";

const COINS = [
  { symbol: "BTC", name: "Bitcoin", decimals: 8 },
  { symbol: "USDT", name: "Tether", decimals: 6 },
];

/** Sets a field's value like autofill: typing would take seconds. */
function fill(field: HTMLElement, text: string) {
  fireEvent.change(field, { target: { value: text } });
}

async function choose(user: UserEvent, label: string, option: RegExp) {
  await user.click(screen.getByRole("combobox", { name: label }));
  await user.click(await screen.findByRole("option", { name: option }));
}

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["markets", "levels"] });
  serve("get", "/operator/coins", { items: COINS, next_cursor: null });
  const halted = {
    status: "halted" as const,
    ticker: { ...aStaffPair("DOGE").ticker, bid: null, ask: null },
  };
  serve("get", "/operator/pairs", {
    items: [aStaffPair("BTC"), aStaffPair("DOGE", halted), aStaffPair("SOL", { untraded_coins: ["SOL"] })],
    next_cursor: null,
  });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("the pairs are listed with state, prices and rules, and found by name and state", async () => {
  const user = renderPage(<OperatorMarketsPage />, { at: "/operator/markets" });

  const table = await screen.findByRole("table", { name: "Pairs, in sort order" });
  const [, first, second, third] = within(table).getAllByRole("row");
  expect(first).toHaveTextContent(
    "BTC-USDTTrading100 USDTup ▲2.04%99 / 101Spread 2%1,200.55 USDT3Tick 0.01, step 0.0001From 5 USDT, band 20%",
  );
  expect(second).toHaveTextContent("DOGE-USDTHalted100 USDTup ▲2.04%Empty order book");
  expect(third).toHaveTextContent("SOL-USDTTradingTrading SOL is off: cancel-only for clients.100 USDT");
  expect(within(table).getByRole("link", { name: "BTC-USDT" })).toHaveAttribute(
    "href",
    "/operator/markets/BTC-USDT",
  );
  expect(screen.getByRole("link", { name: "Fees by level" })).toHaveAttribute("href", "/operator/levels");

  await user.type(screen.getByLabelText("Search pairs"), "doge/u");
  await expect.poll(() => screen.queryByRole("link", { name: "BTC-USDT" })).toBeNull();
  expect(user.location()).toBe("/operator/markets?q=doge%2Fu");
  await choose(user, "State", /Trading/);
  expect(await screen.findByText("No pairs match these filters")).toBeVisible();
});

test("a new pair is checked, refused at its field, then listed and shown", async () => {
  const message = "BTC-USDT is listed already.";
  const answers = [
    problemResponse({
      status: 409,
      code: "STATE_CONFLICT",
      detail: message,
      errors: [{ field: "base", code: "state_conflict", message }],
    }),
  ];
  const added = serve("post", "/operator/pairs", () => answers.shift() ?? aStaffPair("BTC"), 201);
  const user = renderPage(<OperatorMarketsPage />, { at: "/operator/markets" });

  await user.click(await screen.findByRole("button", { name: "Add pair" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add pair" }));
  await user.click(await dialog.findByRole("button", { name: "List pair" }));
  expect(await dialog.findAllByText("Choose a coin.")).toHaveLength(2);
  await choose(user, "Base coin", /BTC/);
  await choose(user, "Quote coin", /USDT/);
  const figures = [
    ["Reference price", "64000.05"],
    ["Tick size", "0.1"],
    ["Quantity step", "0.000001"],
    ["Minimum quantity", "2"],
    ["Maximum quantity", "1"],
  ] as const;
  for (const [label, text] of figures) fill(dialog.getByLabelText(label), text);
  await user.click(dialog.getByRole("button", { name: "List pair" }));

  const described = (label: string) => expect.poll(() => dialog.getByLabelText(label));
  await described("Maximum quantity").toHaveAccessibleDescription(/at least the minimum quantity/);
  await described("Reference price").toHaveAccessibleDescription(/multiple of the tick size/);
  await described("Tick size").toHaveAccessibleDescription(/at most 6 decimals, like USDT/);
  expect(added).toHaveLength(0);

  fill(dialog.getByLabelText("Maximum quantity"), "50");
  fill(dialog.getByLabelText("Reference price"), "64000");
  fill(dialog.getByLabelText("Quantity step"), "0.00001");
  await user.click(dialog.getByRole("button", { name: "List pair" }));
  expect(await dialog.findByText(message)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "List pair" }));
  await expect.poll(() => user.location()).toBe("/operator/markets/BTC-USDT");
  expect(await added[1]?.json()).toEqual({
    base: "BTC",
    quote: "USDT",
    price_decimals: 8,
    reference_price: "64000",
    status: "trading",
    position: 0,
    tick_size: "0.1",
    step_size: "0.00001",
    min_quantity: "2",
    max_quantity: "50",
    min_notional: "5",
    price_band: "0.2",
    market_guard: "0.05",
    max_open_orders: 200,
  });
});

test("without the permission for markets a message is shown and nothing is requested", async () => {
  serve("get", "/operator/me", { login: "sue", role: "support", permissions: ["clients"] });
  renderPage(<OperatorMarketsPage />, { at: "/operator/markets" });

  expect(await screen.findByText("Your role doesn’t include this page")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add pair" })).toBeNull();
});
