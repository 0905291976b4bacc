import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { OperatorCoinsPage } from "./coins";

const BTC: components["schemas"]["CoinForStaff"] = {
  symbol: "BTC",
  name: "Bitcoin",
  decimals: 8,
  supply: "21000000",
  icon: null,
  deposit: true,
  withdraw: false,
  trading: true,
  position: 1,
  listed_at: 1_700_000_000,
};

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["markets"] });
  serve("get", "/operator/coins", { items: [BTC], next_cursor: null });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("a coin is checked, refused at its field, then listed", async () => {
  const message = "ETH is listed already.";
  const answers = [
    problemResponse({
      status: 409,
      code: "STATE_CONFLICT",
      errors: [{ field: "symbol", code: "state_conflict", message }],
    }),
  ];
  const added = serve("post", "/operator/coins", () => answers.shift() ?? { ...BTC, symbol: "ETH" }, 201);
  const user = renderPage(<OperatorCoinsPage />, { at: "/operator/coins" });

  await user.click(await screen.findByRole("button", { name: "Add coin" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add coin" }));
  await user.type(dialog.getByLabelText("Symbol"), "et-h");
  await user.type(dialog.getByLabelText("Supply"), "0");
  await user.click(dialog.getByRole("button", { name: "List coin" }));
  expect(await dialog.findByText("Use 1 to 20 letters and digits, such as BTC.")).toBeVisible();
  expect(dialog.getByText("Enter more than 0.")).toBeVisible();
  expect(dialog.getByText("Enter a coin name.")).toBeVisible();

  await user.clear(dialog.getByLabelText("Symbol"));
  await user.type(dialog.getByLabelText("Symbol"), "eth");
  await user.clear(dialog.getByLabelText("Supply"));
  await user.type(dialog.getByLabelText("Supply"), "200000000");
  await user.type(dialog.getByLabelText("Name"), "Ethereum");
  await user.click(dialog.getByRole("checkbox", { name: "Withdrawal" }));
  await user.click(dialog.getByRole("button", { name: "List coin" }));
  expect(await dialog.findByText(message)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "List coin" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(await added[1]?.json()).toEqual({
    symbol: "ETH",
    decimals: 8,
    supply: "200000000",
    name: "Ethereum",
    icon: null,
    deposit: true,
    withdraw: false,
    trading: true,
    position: 0,
  });
});

test("a coin's face is changed; what stays for ever is not offered", async () => {
  const saved = serve("put", "/operator/coins/{symbol}", BTC);
  const user = renderPage(<OperatorCoinsPage />, { at: "/operator/coins" });

  const row = await screen.findByRole("row", { name: /BTC/ });
  expect(row).toHaveTextContent(/BTCBitcoinDepositTrading821,000,000 BTC1/);
  await user.click(within(row).getByRole("button", { name: "Edit BTC" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Coin BTC" }));
  expect(dialog.queryByLabelText("Symbol")).toBeNull();
  await user.type(dialog.getByLabelText(/^Image/), "https://elsewhere.example/btc.svg");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter a path on this site, such as /coins/btc.svg.")).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Image/));
  await user.click(dialog.getByRole("checkbox", { name: "Deposit" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(await saved[0]?.json()).toEqual({
    name: "Bitcoin",
    icon: null,
    deposit: false,
    withdraw: false,
    trading: true,
    position: 1,
  });
});

test("coins that could not be loaded are asked for again", async () => {
  serveProblem("get", "/operator/coins", { status: 500, code: "INTERNAL" });
  const user = renderPage(<OperatorCoinsPage />, { at: "/operator/coins" });

  const again = await screen.findByRole("button", { name: "Try again" });
  serve("get", "/operator/coins", { items: [], next_cursor: null });
  await user.click(again);
  expect(await screen.findByText("No coins listed yet")).toBeVisible();
});
