import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { serve } from "./fake-server";
import { aCoin, anAsset } from "./markets";
import {
  aNetwork,
  type aSavedAddress,
  type aWithdrawal,
  aWithdrawalFee,
  someWithdrawalLimits,
} from "./wallets";

export const ADDRESS = "bc1qreceiver0000";

export function serveWithdrawals({
  limits = someWithdrawalLimits(),
  withdrawals = [] as ReturnType<typeof aWithdrawal>[],
  book = { items: [] as ReturnType<typeof aSavedAddress>[], allow_list_only: false },
} = {}) {
  // First: later handlers of the paths below it take precedence.
  serve("get", "/v1/withdrawal/{id}", withdrawals[0] ?? null);
  serve("get", "/v1/deposit/networks", { items: [aNetwork()], next_cursor: null });
  serve("get", "/v1/coins", { items: [aCoin("BTC")], next_cursor: null });
  serve("get", "/v1/assets", { items: [anAsset("BTC", "2")], total_usdt: "0", total_btc: null });
  serve("get", "/v1/withdrawal/fees", { items: [aWithdrawalFee()], next_cursor: null });
  serve("get", "/v1/withdrawal/limits", limits);
  serve("get", "/v1/withdrawal", { items: withdrawals, next_cursor: null });
  serve("get", "/v1/withdrawal/address/check", { is_valid: true });
  serve("get", "/v1/withdrawal/address", { ...book, allow_list_ends_at: null, next_cursor: null });
}

type User = { type: UserEvent["type"]; click: UserEvent["click"] };

export async function fillIn(user: User, amount = "0.5") {
  await user.type(await screen.findByRole("textbox", { name: "Address" }), ADDRESS);
  await user.type(screen.getByRole("textbox", { name: "Amount" }), amount);
}

export async function sendWithdrawal(user: User) {
  await user.click(screen.getByRole("button", { name: "Review withdrawal" }));
  await user.click(await screen.findByRole("button", { name: "Email me a code" }));
}
