import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queries } from "@/api/queries";
import { aTransaction } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { ClientLedgerPage } from "./ledger-client";
import { HousePage } from "./ledger-house";

const ID = "0199a2f4-0000-7000-8000-00000000abcd";

function renderLedger(permissions: string[], search = "") {
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "treasury", permissions });
  serve("get", "/operator/clients/{client_id}/ledger", {
    client_id: ID,
    accounts: [
      { coin: "BTC", purpose: "orders", amount: "0.25", value: "16052.639" },
      { coin: "NEW", purpose: "available", amount: "7", value: null },
    ],
    total_usdt: "16052.639",
    open_orders: 2,
    volume_30d: "1200",
  });
  const asked = serve("get", "/operator/clients/{client_id}/transactions", ({ request }) => {
    const cursor = new URL(request.url).searchParams.get("cursor");
    return cursor
      ? { items: [aTransaction(1, { type: "adjustment", amount: "7", coin: "NEW" })], next_cursor: null }
      : { items: [aTransaction(2, { amount: "-0.5" })], next_cursor: "more" };
  });
  const page = async () => ClientLedgerPage;
  const route = { path: "/operator/clients/$client/ledger", layout: null, title: () => "Ledger", page };
  const proposal = {
    path: "/operator/ledger/proposals/$proposal",
    layout: null,
    title: () => "Proposal",
    page: async () => () => <h1>Proposal</h1>,
  };
  return { asked, ...renderApp([route, proposal], { at: `/operator/clients/${ID}/ledger${search}` }) };
}

const searches = (requests: Request[]) => requests.map(({ url }) => new URL(url).search);

test("a client's accounts and transactions are shown page by page, and filtered by the address", async () => {
  const { asked, user, location } = renderLedger(["ledger"]);

  const accounts = await screen.findByRole("table", { name: "Client accounts" });
  expect(
    within(accounts)
      .getAllByRole("row")
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining("Coin"),
    "BTCIn orders0.25 BTC16,052.63 USDT",
    "NEWAvailable7 NEWNo price",
  ]);
  const transactions = await screen.findByRole("table", { name: "Transactions, newest first" });
  expect(transactions).toHaveTextContent("Trade−0.5 BTCCompleted");
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await expect.poll(() => transactions).toHaveTextContent("Adjustment+7 NEWCompleted");
  expect(screen.queryByRole("button", { name: "Propose adjustment" })).toBeNull();

  await user.click(screen.getByRole("combobox", { name: "Type" }));
  await user.click(await screen.findByRole("option", { name: "Adjustment" }));
  await expect.poll(location).toBe(`/operator/clients/${ID}/ledger?type=adjustment`);
  await expect.poll(() => searches(asked)).toContain("?type=adjustment&limit=50");
});

test("filters that an address names are taken, days as a whole; senseless ones are not", async () => {
  const { asked } = renderLedger(["ledger"], "?coin=BTC&from=2026-01-01&to=2026-01-01&status=maybe");

  expect(await screen.findByRole("table", { name: "Transactions, newest first" })).toBeVisible();
  const wanted = new URLSearchParams(searches(asked)[0]);
  expect(Number(wanted.get("to")) - Number(wanted.get("from"))).toBe(24 * 60 * 60);
  expect([wanted.get("coin"), wanted.get("status")]).toEqual(["BTC", null]);
});

test("taking back is proposed as an amount below zero", async () => {
  const { user, location } = renderLedger(["ledger", "ledger_adjust"]);
  serve("get", "/v1/coins", { items: [{ symbol: "BTC", name: "Bitcoin", decimals: 8 }], next_cursor: null });
  const proposed = serve("post", "/operator/ledger/proposals", { id: "p1" }, 201);

  await user.click(await screen.findByRole("button", { name: "Propose adjustment" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Propose adjustment" }));
  await user.click(await dialog.findByRole("radio", { name: "Debit the client" }));
  await user.click(dialog.getByRole("combobox", { name: "Coin" }));
  await user.click(await screen.findByRole("option", { name: /BTC/ }));
  await user.type(dialog.getByLabelText("Amount"), "0.125");
  await user.type(dialog.getByLabelText("Reason"), "Credited twice");
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  await expect.poll(location).toBe("/operator/ledger/proposals/p1");
  expect(await proposed[0]?.json()).toEqual({
    kind: "adjustment",
    client_id: ID,
    coin: "BTC",
    amount: "-0.125",
    reason: "Credited twice",
  });
});

test("a client that is not there is said to be missing", async () => {
  renderLedger(["ledger"]);
  serveProblem("get", "/operator/clients/{client_id}/ledger", { status: 404, code: "NOT_FOUND" });

  expect(await screen.findByText("Client not found")).toBeVisible();
});

test("the house's accounts say what came in from where", async () => {
  queries.clear();
  serve("get", "/operator/me", { login: "sue", role: "support", permissions: ["ledger"] });
  serve("get", "/operator/ledger/house", {
    items: [{ coin: "USDT", purpose: "external:bank", amount: "-500", value: "-500" }],
    next_cursor: null,
  });
  const page = async () => HousePage;
  renderApp([{ path: "/operator/ledger/house", layout: null, title: () => "Exchange", page }], {
    at: "/operator/ledger/house",
  });

  const row = await screen.findByRole("row", { name: /USDT/ });
  expect(row).toHaveTextContent("USDTReceived through bank−500 USDT−500 USDT");
});

test("the exchange's own coins are moved between its accounts when somebody else agrees", async () => {
  queries.clear();
  serve("get", "/operator/me", { login: "sue", role: "treasury", permissions: ["ledger", "ledger_adjust"] });
  serve("get", "/operator/ledger/house", { items: [], next_cursor: null });
  serve("get", "/v1/coins", { items: [{ symbol: "BTC", name: "Bitcoin", decimals: 8 }], next_cursor: null });
  const proposed = serve("post", "/operator/ledger/proposals", { id: "p2" }, 201);
  const page = async () => HousePage;
  const house = { path: "/operator/ledger/house", layout: null, title: () => "Exchange", page };
  const proposal = {
    path: "/operator/ledger/proposals/$proposal",
    layout: null,
    title: () => "Proposal",
    page: async () => () => <h1>Proposal</h1>,
  };
  const { user, location } = renderApp([house, proposal], { at: "/operator/ledger/house" });

  await user.click(await screen.findByRole("button", { name: "Move between accounts" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Move between accounts" }));
  await user.click(await dialog.findByRole("combobox", { name: "To account" }));
  await user.click(await screen.findByRole("option", { name: "Fees" }));
  await user.click(dialog.getByRole("combobox", { name: "Coin" }));
  await user.click(await screen.findByRole("option", { name: /BTC/ }));
  await user.type(dialog.getByLabelText("Amount"), "0.5");
  await user.type(dialog.getByLabelText("Reason"), "For buyers");
  await user.click(dialog.getByRole("button", { name: "Propose" }));
  expect(await dialog.findByText("Choose another account than the one it comes from.")).toBeVisible();
  await user.click(dialog.getByRole("combobox", { name: "To account" }));
  await user.click(await screen.findByRole("option", { name: "Protection" }));
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  await expect.poll(location).toBe("/operator/ledger/proposals/p2");
  expect(await proposed[0]?.json()).toEqual({
    kind: "house_move",
    source: "fees",
    target: "protection",
    coin: "BTC",
    amount: "0.5",
    reason: "For buyers",
  });
});
