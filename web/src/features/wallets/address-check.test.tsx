import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatDateTime } from "@/lib/dates";
import { clearSession, startSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { anAsset } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { aNetwork, aSavedAddress, aWithdrawalFee } from "@/testing/wallets";
import { AddressBookCard } from "./address-book";
import { WithdrawForm } from "./withdraw-form";

beforeEach(() => startSession("token"));
afterEach(clearSession);

const ADDRESS = "bc1qreceiver0000";

function serveForm(items: ReturnType<typeof aSavedAddress>[] = [], allow_list_only = false) {
  serve("get", "/v1/assets", { items: [anAsset("BTC", "2")], total_usdt: "0", total_btc: null });
  serve("get", "/v1/deposit/networks", { items: [aNetwork()], next_cursor: null });
  const book = { items, allow_list_only, allow_list_ends_at: null, next_cursor: null };
  serve("get", "/v1/withdrawal/address", book);
}

function renderForm() {
  return renderPage(
    <WithdrawForm
      network={aNetwork()}
      terms={aWithdrawalFee()}
      isPaused={false}
      onRequested={() => undefined}
    />,
  );
}

test("an address of another network is refused while it is typed", async () => {
  serveForm();
  const asked = serve("get", "/v1/withdrawal/address/check", { is_valid: false });
  const user = renderForm();

  await user.type(await screen.findByRole("textbox", { name: "Address" }), ADDRESS);
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "0.5");

  expect(await screen.findByText("This is not a valid address on Bitcoin.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Review withdrawal" })).toBeDisabled();
  expect(new URL(asked.at(-1)?.url ?? "").searchParams.get("address")).toBe(ADDRESS);
});

test("a check that fails does not keep a client from withdrawing", async () => {
  serveForm();
  serveProblem("get", "/v1/withdrawal/address/check", { code: "UNAVAILABLE", status: 503 });
  const user = renderForm();

  await user.type(await screen.findByRole("textbox", { name: "Address" }), ADDRESS);
  await user.type(screen.getByRole("textbox", { name: "Amount" }), "0.5");

  await expect.poll(() => screen.getByRole("button", { name: "Review withdrawal" })).toBeEnabled();
});

test("a new address counts down until the allow-list lets it through", async () => {
  const allowed_at = Math.floor(Date.now() / 1000) + 7_000;
  serveForm([aSavedAddress({ allowed_at })]);
  renderPage(<AddressBookCard />);

  expect(await screen.findByText(/^Allowed .*, in 1 h 57 min$/)).toBeVisible();
});

test("with the allow-list on, the form says from when on the first address can be used", async () => {
  const soon = Math.floor(Date.now() / 1000) + 7_000;
  serveForm([aSavedAddress({ id: "a1", allowed_at: soon + 60 }), aSavedAddress({ allowed_at: soon })], true);
  renderForm();

  const text = `Your first saved address can be used from ${formatDateTime(soon)}.`;
  expect(await screen.findByText(new RegExp(text.replaceAll(".", "\\.")))).toBeVisible();
});
