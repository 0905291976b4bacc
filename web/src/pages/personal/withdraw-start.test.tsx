import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { clearSession, startSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { aCoin, anAsset } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { aNetwork, aWithdrawalFee, someWithdrawalLimits } from "@/testing/wallets";
import { serveWithdrawals } from "@/testing/withdraw-form";
import { WithdrawPage } from "./withdraw";

beforeEach(() => {
  startSession("token");
  serve("get", "/v1/assets", { items: [anAsset("BTC", "2")], total_usdt: "0", total_btc: null });
  serve("get", "/v1/coins", { items: [aCoin("ETH"), aCoin("BTC")], next_cursor: null });
});
afterEach(clearSession);

const OTHER = { coin: "ETH", network: "eth" };
const ANSWERS = {
  "/v1/deposit/networks": { items: [aNetwork(OTHER), aNetwork()], next_cursor: null },
  "/v1/withdrawal": { items: [], next_cursor: null },
  "/v1/withdrawal/fees": { items: [aWithdrawalFee(OTHER), aWithdrawalFee()], next_cursor: null },
  "/v1/withdrawal/limits": someWithdrawalLimits(),
  "/v1/withdrawal/address": {
    items: [],
    allow_list_only: false,
    allow_list_ends_at: null,
    next_cursor: null,
  },
};

function serveAll() {
  for (const [path, answer] of Object.entries(ANSWERS)) serve("get", path, answer);
}

function failAll() {
  for (const path of Object.keys(ANSWERS)) serveProblem("get", path, { code: "UNAVAILABLE", status: 503 });
}

test("without a coin in the URL the page opens on the most valuable balance", async () => {
  serveAll();
  renderPage(<WithdrawPage />, { at: "/personal/withdraw" });

  expect(await screen.findByText("Available: 2 BTC")).toBeVisible();
});

test("when nothing can be loaded there is one message, and trying again loads everything", async () => {
  failAll();
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw" });
  await screen.findAllByText("Couldn’t load this");
  await expect.poll(() => screen.queryByText("Address book")).toBeNull();
  expect(screen.getAllByText("Couldn’t load this")).toHaveLength(1);

  serveAll();
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("Available: 2 BTC")).toBeVisible();
  expect(await screen.findByText("No withdrawals yet")).toBeVisible();
  expect(await screen.findByText("No saved addresses")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a connection that is lost later is reported once, above what is still shown", async () => {
  serveAll();
  renderPage(<WithdrawPage />, { at: "/personal/withdraw" });
  await screen.findByText("Available: 2 BTC");
  await screen.findByText("No saved addresses");

  failAll();
  await queries.invalidateQueries();

  await expect.poll(() => screen.queryAllByRole("button", { name: "Try again" }).length).toBe(1);
  expect(screen.getAllByText("Couldn’t refresh. Showing last known data.")).toHaveLength(1);
  expect(screen.getByText("Available: 2 BTC")).toBeVisible();
});

test("a pause that has run out is over once the server says so", async () => {
  const hold = { until: Math.floor(Date.now() / 1000) - 1, cause: "password" };
  serveWithdrawals({ limits: someWithdrawalLimits({ hold }) });
  renderPage(<WithdrawPage />, { at: "/personal/withdraw?coin=BTC" });
  expect(await screen.findByText("They resume any moment now.")).toBeVisible();

  serve("get", "/v1/withdrawal/limits", someWithdrawalLimits());

  await vi.waitFor(() => expect(screen.queryByText("They resume any moment now.")).toBeNull());
});
