import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { aCoin, anAsset } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { aNetwork, aWithdrawalFee, someWithdrawalLimits } from "@/testing/wallets";
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

test("without a coin in the URL the page opens on the most valuable balance", async () => {
  serveAll();
  renderPage(<WithdrawPage />, { at: "/personal/withdraw" });

  expect(await screen.findByText("Available: 2 BTC")).toBeVisible();
});
