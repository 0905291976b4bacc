import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Coin } from "@/api/coins";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { aCoin, anAsset } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { aNetwork, aWithdrawalFee, someWithdrawalLimits } from "@/testing/wallets";
import { DepositPage } from "./deposit";
import { WithdrawPage } from "./withdraw";

beforeEach(() => {
  startSession("token");
  serve("get", "/v1/assets", { items: [anAsset("BTC", "2")], total_usdt: "0", total_btc: null });
  serve("get", "/v1/deposit", { items: [], next_cursor: null });
  serve("get", "/v1/withdrawal", { items: [], next_cursor: null });
  serve("get", "/v1/withdrawal/limits", someWithdrawalLimits());
  serve("get", "/v1/withdrawal/address", {
    ...{ items: [], next_cursor: null, allow_list_only: false, allow_list_ends_at: null },
  });
});
afterEach(clearSession);

/** The coin as its switches are, and the networks as the server then lists them. */
function serveSwitches({ deposit = true, withdraw = true }: Partial<Pick<Coin, "deposit" | "withdraw">>) {
  const statusOf = (isOn: boolean) => (isOn ? "enabled" : "disabled");
  const lists = {
    "/v1/coins": [aCoin("BTC", "Bitcoin", { deposit, withdraw })],
    "/v1/deposit/networks": [aNetwork({ status: statusOf(deposit) })],
    "/v1/withdrawal/fees": [aWithdrawalFee({ status: statusOf(withdraw) })],
  };
  for (const [path, items] of Object.entries(lists)) serve("get", path, { items, next_cursor: null });
}

test("a coin whose deposits are switched off says so and has no address", async () => {
  serveSwitches({ deposit: false });
  const asked = serve("post", "/v1/deposit/address", null);
  renderPage(<DepositPage />, { at: "/personal/deposit?coin=BTC" });

  expect(await screen.findByText(/Deposits of BTC are switched off right now/)).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(asked).toHaveLength(0);
});

test("a coin whose withdrawals are switched off says so and has no form", async () => {
  serveSwitches({ withdraw: false });
  renderPage(<WithdrawPage />, { at: "/personal/withdraw?coin=BTC" });

  expect(await screen.findByText(/Withdrawals of BTC are switched off right now/)).toBeVisible();
  expect(screen.queryByRole("textbox", { name: "Amount" })).toBeNull();
});

test("a coin whose deposits alone are switched off can be withdrawn", async () => {
  serveSwitches({ deposit: false });
  renderPage(<WithdrawPage />, { at: "/personal/withdraw?coin=BTC" });

  expect(await screen.findByRole("textbox", { name: "Amount" })).toBeEnabled();
});
