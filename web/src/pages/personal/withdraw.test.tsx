import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withdrawalsKey } from "@/api/keys";
import { queries } from "@/api/queries";
import { clearSession, startSession } from "@/session/session";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { aSavedAddress, aWithdrawal, someWithdrawalLimits } from "@/testing/wallets";
import { ADDRESS, fillIn, sendWithdrawal, serveWithdrawals } from "@/testing/withdraw-form";
import { WithdrawPage } from "./withdraw";

beforeEach(() => startSession("token"));
afterEach(clearSession);

test("a withdrawal is reviewed, requested once and then waits for its code", async () => {
  serveWithdrawals({ withdrawals: [aWithdrawal()] });
  const asked = serve("post", "/v1/withdrawal", { ...aWithdrawal(), methods: ["email"] }, 201);
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw?coin=BTC" });
  await fillIn(user);
  expect(screen.getByText("0.4999 BTC")).toBeVisible();
  expect(screen.getByText("900 of 1,000 USDT left")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Review withdrawal" }));
  expect(within(await screen.findByRole("dialog")).getByText(ADDRESS)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Email me a code" }));

  expect(await screen.findByText("Code from your email")).toBeVisible();
  expect(user.location()).toBe("/personal/withdraw?withdrawal=w1");
  expect(await asked[0]?.json()).toEqual({ coin: "BTC", network: "btc", amount: "0.5", address: ADDRESS });
  expect(asked[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
});

test.each([
  ["0.0005", "Minimum: 0.001 BTC."],
  ["3", "Insufficient balance: 2 BTC available."],
])("an amount of %s is not sent", async (amount, text) => {
  serveWithdrawals();
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw?coin=BTC" });
  await fillIn(user, amount);

  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText("You receive").nextSibling).toHaveTextContent("–");
  expect(screen.getByRole("button", { name: "Review withdrawal" })).toBeDisabled();
});

test.each([
  [
    { code: "ADDRESS_INVALID", status: 422, detail: "Not an address of Bitcoin." },
    "Not an address of Bitcoin.",
  ],
  [
    { code: "LIMIT_EXCEEDED", status: 422, used: "900", limit: "1000", resets_at: 1_900_000_000 },
    /Above your daily limit: 900 of 1,000 USDT used/,
  ],
  [{ code: "ADDRESS_NOT_ALLOWED", status: 403 }, /Your allow-list is on/],
  [
    { code: "WITHDRAW_HOLD", status: 403, until: 1_900_000_000, cause: "password" },
    /your password was changed/,
  ],
])("a refusal is explained in the form: %j", async (problem, text) => {
  serveWithdrawals();
  serveProblem("post", "/v1/withdrawal", problem);
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw?coin=BTC" });
  await fillIn(user);
  await sendWithdrawal(user);

  expect(await screen.findByText(text)).toBeVisible();
  expect(user.location()).toBe("/personal/withdraw?coin=BTC");
});

test("a hold says why and until when, and nothing can be requested", async () => {
  const until = Math.floor(Date.now() / 1000) + 7_000;
  serveWithdrawals({ limits: someWithdrawalLimits({ hold: { until, cause: "second_factor" } }) });
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw?coin=BTC" });

  expect(await screen.findByText(/your two-factor authentication was changed/)).toBeVisible();
  expect(screen.getByText(/in 1 h 57 min/)).toBeVisible();
  await fillIn(user);
  expect(screen.getByRole("button", { name: "Review withdrawal" })).toBeDisabled();
});

test("with the allow-list on, only saved addresses that have waited can be chosen", async () => {
  const waiting = aSavedAddress({ id: "a2", label: "Fresh", allowed_at: 1_900_000_000 });
  serveWithdrawals({ book: { items: [aSavedAddress(), waiting], allow_list_only: true } });
  const asked = serve("post", "/v1/withdrawal", { ...aWithdrawal(), methods: ["email"] }, 201);
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw?coin=BTC" });

  await user.click(await screen.findByRole("combobox", { name: "Address book" }));
  expect(await screen.findByRole("option", { name: /Fresh/ })).toHaveAttribute("aria-disabled", "true");
  await user.click(screen.getByRole("option", { name: /Ledger/ }));
  expect(screen.queryByRole("textbox", { name: "Address" })).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "0.5");
  await sendWithdrawal(user);

  await expect.poll(() => asked.length).toBe(1);
  expect(await asked[0]?.json()).toEqual({ coin: "BTC", network: "btc", amount: "0.5", address_id: "a1" });
});

test("the mailed code and the authenticator's are sent together; a wrong one is named", async () => {
  serveWithdrawals({
    limits: someWithdrawalLimits({ methods: ["email", "totp"] }),
    withdrawals: [aWithdrawal()],
  });
  const errors = [{ field: "email_code", code: "CODE_INVALID", message: "Incorrect code." }];
  const asked = serve("post", "/v1/withdrawal/{id}/confirm", () =>
    problemResponse({ status: 422, code: "CODE_INVALID", errors }),
  );
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw?withdrawal=w1" });

  await user.type(await screen.findByRole("textbox", { name: "Code from your email" }), "123456");
  await user.type(screen.getByRole("textbox", { name: "Code from your authenticator app" }), "654321");
  await user.click(screen.getByRole("button", { name: "Confirm withdrawal" }));

  expect(await screen.findByText("Incorrect code.")).toBeVisible();
  expect(await asked[0]?.json()).toEqual({ email_code: "123456", totp: "654321" });
});

test("a sent withdrawal shows its transaction and each confirmation as it comes", async () => {
  const sent = aWithdrawal({
    status: "broadcast",
    tx_id: "bb".repeat(32),
    confirmations: 1,
    expires_at: null,
  });
  serveWithdrawals({ withdrawals: [sent] });
  renderPage(<WithdrawPage />, { at: "/personal/withdraw?withdrawal=w1" });

  const [link] = await screen.findAllByRole("link", { name: "Open in block explorer" });
  expect(link).toHaveAttribute("href", expect.stringMatching(/^https:\/\/explorer\.example\//));
  await expect.poll(() => screen.getAllByText("1 of 3 confirmations").length).toBe(2);
  expect(screen.queryByRole("button", { name: "Cancel withdrawal" })).toBeNull();

  serveWithdrawals({ withdrawals: [{ ...sent, status: "completed", confirmations: 3 }] });
  await queries.invalidateQueries({ queryKey: withdrawalsKey });

  expect(await screen.findByText("Completed. Your coins have arrived.")).toBeVisible();
});

test("a withdrawal under review can be canceled", async () => {
  serveWithdrawals({ withdrawals: [aWithdrawal({ status: "under_review", expires_at: null })] });
  const asked = serve("post", "/v1/withdrawal/{id}/cancel", () => {
    const canceled = aWithdrawal({ status: "canceled", expires_at: null });
    serveWithdrawals({ withdrawals: [canceled] });
    return { withdrawal: canceled };
  });
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw?withdrawal=w1" });

  await user.click(await screen.findByRole("button", { name: "Cancel withdrawal" }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel withdrawal" }),
  );

  expect(await screen.findByText(/This withdrawal was canceled/)).toBeVisible();
  expect(asked).toHaveLength(1);
});

test("a rejected withdrawal says why", async () => {
  const rejected = aWithdrawal({
    status: "rejected",
    reason: "Address of a sanctioned service.",
    expires_at: null,
  });
  serveWithdrawals({ withdrawals: [rejected] });
  renderPage(<WithdrawPage />, { at: "/personal/withdraw?withdrawal=w1" });

  expect(await screen.findByText("Address of a sanctioned service.")).toBeVisible();
});

test("an address is saved to the book", async () => {
  serveWithdrawals();
  const asked = serve("post", "/v1/withdrawal/address", aSavedAddress(), 201);
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw" });
  await user.click(await screen.findByRole("button", { name: "Add address" }));
  const dialog = within(await screen.findByRole("dialog"));

  await user.click(dialog.getByRole("combobox", { name: "Coin and network" }));
  await user.click(await screen.findByRole("option", { name: /BTC/ }));
  await user.type(dialog.getByRole("textbox", { name: "Address" }), ADDRESS);
  await user.type(dialog.getByRole("textbox", { name: "Label" }), "Home");
  await user.click(dialog.getByRole("button", { name: "Save address" }));

  await expect.poll(() => asked.length).toBe(1);
  expect(await asked[0]?.json()).toEqual({ coin: "BTC", network: "btc", address: ADDRESS, label: "Home" });
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test("the allow-list is switched on", async () => {
  serveWithdrawals();
  const asked = serve("patch", "/v1/withdrawal/address", {
    items: [],
    next_cursor: null,
    allow_list_only: true,
    allow_list_ends_at: null,
  });
  const user = renderPage(<WithdrawPage />, { at: "/personal/withdraw" });

  await user.click(await screen.findByRole("switch", { name: /Allow-list/ }));

  await expect.poll(() => asked.length).toBe(1);
  expect(await asked[0]?.json()).toEqual({ allow_list_only: true });
});
