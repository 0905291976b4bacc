import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { EnginePage } from "./engine";

type Schemas = components["schemas"];

const HEALTH: Schemas["EngineHealth"] = {
  is_serving: true,
  refusal: "",
  seq: 12_345,
  head_seq: 12_344,
  head_hash: "5f".repeat(32),
  clock_ahead_ms: 0,
  open_orders: 42,
  waiting: 1,
  commands: 300,
  batches: 100,
  largest_batch: 64,
  rebuilds: 0,
  overloads: 0,
  commit_p50_ms: 1.84,
  commit_p99_ms: 23.4,
  queue_p50_ms: 2.5,
  queue_p99_ms: 40.2,
  followers: [
    { role: "api", lag_entries: 0, sockets: 1_200 },
    { role: "api", lag_entries: 1, sockets: 34 },
    { role: "worker", lag_entries: 7, sockets: 0 },
  ],
  jobs: [
    { name: "check_ledger", last_success_at: 1_700_000_000, failures: 0 },
    { name: "send_mail", last_success_at: null, failures: 3 },
  ],
  mail: { waiting: 5, oldest_at: 1_700_000_000 },
};

const CHECK: Schemas["LedgerCheck"] = {
  ok: true,
  seq: 12_345,
  coins: [
    { coin: "BTC", accounts: 4, clients: "3", house: "1", outside: "-4", sum: "0", ok: true },
    { coin: "USDT", accounts: 5, clients: "30", house: "10", outside: "-40", sum: "0", ok: true },
  ],
  accounts: 9,
  negative_accounts: 0,
  open_orders: 42,
  held_withdrawals: 0,
  wrong_holds: 0,
  differences: [],
  checked_at: 1_700_000_000,
  milliseconds: 17,
};

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "support", permissions: ["health"] });
  serve("get", "/operator/engine", HEALTH);
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("the engine's figures are shown", async () => {
  renderPage(<EnginePage />, { at: "/operator/engine" });

  expect(await screen.findByText("Serving")).toBeVisible();
  expect(screen.getByText("12,345")).toBeVisible();
  expect(screen.getByText("3.0 commands on average")).toBeVisible();
});

test("times, live connections and queued emails are shown", async () => {
  renderPage(<EnginePage />, { at: "/operator/engine" });

  expect(await screen.findByText("1.8 ms")).toBeVisible();
  expect(screen.getByText("p99: 23 ms")).toBeVisible();
  expect(screen.getByText("2.5 ms")).toBeVisible();
  expect(screen.getByText("p99: 40 ms")).toBeVisible();
  expect(screen.getByText("1,234")).toBeVisible();
  expect(screen.getByText(/^Oldest: /)).toBeVisible();
});

test("processes are listed with their lag, jobs with their last success", async () => {
  renderPage(<EnginePage />, { at: "/operator/engine" });

  const processes = await screen.findByRole("table", { name: "Processes connected to the engine" });
  const [, first, second, worker] = within(processes).getAllByRole("row");
  expect(first).toHaveTextContent("api0 entries1,200");
  expect(second).toHaveTextContent("api1 entry34");
  expect(worker).toHaveTextContent("worker7 entries0");
  const jobs = screen.getByRole("table", { name: "Scheduled jobs" });
  expect(within(jobs).getByRole("row", { name: /check_ledger/ })).toHaveTextContent(/2023.*0$/);
  expect(within(jobs).getByRole("row", { name: /send_mail/ })).toHaveTextContent("None yet3");
});

test("an engine that is away is said to be, and what cannot be loaded is asked for again", async () => {
  serveProblem("get", "/operator/engine", { status: 500, code: "INTERNAL" });
  const user = renderPage(<EnginePage />, { at: "/operator/engine" });

  const again = await screen.findByRole("button", { name: "Try again" });
  serve("get", "/operator/engine", { ...HEALTH, is_serving: false });
  await user.click(again);
  expect(await screen.findByText("Not serving")).toBeVisible();
  expect(screen.getByText(/Confirmed commands are safe/)).toBeVisible();
});

test("the head of the journal is shown to be kept elsewhere", async () => {
  renderPage(<EnginePage />, { at: "/operator/engine" });

  expect(await screen.findByText(`12344 ${"5f".repeat(32)}`)).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy journal head" })).toBeVisible();
});

test("an engine that rejects its database says why, and a clock that jumped is shown", async () => {
  const refusal = "The journal does not have entry 7 as it was acknowledged.";
  serve("get", "/operator/engine", { ...HEALTH, is_serving: false, refusal, clock_ahead_ms: 3_600_000 });
  renderPage(<EnginePage />, { at: "/operator/engine" });

  expect(await screen.findByText(/Manual action needed: The journal does not have entry 7/)).toBeVisible();
  expect(screen.getByText(/jumped 60 minutes ahead/)).toBeVisible();
  expect(screen.queryByText(/Confirmed commands are safe/)).toBeNull();
});

test("the ledger is checked on demand, in words and figures", async () => {
  serve("get", "/operator/ledger-check", CHECK);
  const user = renderPage(<EnginePage />, { at: "/operator/engine" });

  await user.click(await screen.findByRole("button", { name: "Check ledger" }));
  expect(await screen.findByText("Ledger OK.")).toBeVisible();
  expect(
    screen.getByText(/Accounts: 9\. Coins: 2\. Up to command 12345\. Checked .* in 17 ms\./),
  ).toBeVisible();
  expect(screen.getByRole("row", { name: /BTC/ })).toHaveTextContent("BTC43 BTC1 BTC−4 BTC0 BTCOK");
});

test("a ledger that does not add up names the coins and the accounts", async () => {
  const [btc, usdt] = CHECK.coins;
  const difference = { owner: "c1", coin: "USDT", purpose: "orders", held: "7", expected: "5" };
  serve("get", "/operator/ledger-check", {
    ...CHECK,
    ok: false,
    coins: [btc, { ...usdt, sum: "2", ok: false }],
    wrong_holds: 1,
    differences: [difference],
  });
  const user = renderPage(<EnginePage />, { at: "/operator/engine" });

  await user.click(await screen.findByRole("button", { name: "Check ledger" }));
  expect(await screen.findByText("Ledger mismatch.")).toBeVisible();
  expect(screen.getByText("Coins with a mismatch: USDT.")).toBeVisible();
  expect(screen.getByText("1 account’s hold doesn’t match what it is for.")).toBeVisible();
  expect(screen.getByRole("row", { name: /c1/ })).toHaveTextContent("c1In orders7 USDT5 USDT");
});

test("a check that fails says why", async () => {
  serveProblem("get", "/operator/ledger-check", {
    status: 503,
    code: "ENGINE_UNAVAILABLE",
    detail: "Not now.",
  });
  const user = renderPage(<EnginePage />, { at: "/operator/engine" });

  await user.click(await screen.findByRole("button", { name: "Check ledger" }));
  expect(await screen.findByText("Not now.")).toBeVisible();
});
