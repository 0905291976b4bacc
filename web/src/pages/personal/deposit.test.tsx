import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { depositsKey } from "@/api/keys";
import type { Network } from "@/api/networks";
import { queries } from "@/api/queries";
import { clearSession, startSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { aCoin } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { aDeposit, aNetwork } from "@/testing/wallets";
import { DepositPage } from "./deposit";

beforeEach(() => startSession("token"));
afterEach(clearSession);

const USDT = { coin: "USDT", min_deposit: "1", contract_address: "0xdac1" };
const ETHEREUM = aNetwork({ ...USDT, network: "eth", name: "Ethereum", standard: "ERC-20" });
const TRON = aNetwork({ ...USDT, network: "trx", name: "Tron", standard: "TRC-20" });

function serveWallets(networks: Network[], deposits = [aDeposit()]) {
  serve("get", "/v1/deposit/networks", { items: networks, next_cursor: null });
  serve("get", "/v1/coins", {
    items: ["BTC", "USDT", "SOL"].map((symbol) => aCoin(symbol)),
    next_cursor: null,
  });
  serve("get", "/v1/deposit", { items: deposits, next_cursor: null });
  return serve("post", "/v1/deposit/address", async ({ request }) => {
    const { coin, network } = (await request.json()) as { coin: string; network: string };
    const address = `${network}1client`;
    return {
      ...{ coin, network, address, memo: null, uri: `pay:${address}` },
      ...{ min_deposit: "1", credit_confirmations: 3, created_at: 1_700_000_000 },
    };
  });
}

test("the only network of a coin is chosen, and its address can be scanned and copied", async () => {
  const asked = serveWallets([aNetwork()]);
  renderPage(<DepositPage />, { at: "/personal/deposit?coin=BTC" });

  expect(await screen.findByText("btc1client")).toBeVisible();
  expect(screen.getByRole("img", { name: "QR code of your BTC address" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy address" })).toBeEnabled();
  expect(screen.getByText("Min. 0.0001 BTC · 3 confirmations · about 30 min")).toBeVisible();
  expect(screen.getByText(/Send only BTC over Bitcoin/)).toBeVisible();
  expect(await asked[0]?.json()).toEqual({ coin: "BTC", network: "btc" });
});

test("with several networks none is chosen for the client", async () => {
  const asked = serveWallets([ETHEREUM, TRON]);
  const user = renderPage(<DepositPage />, { at: "/personal/deposit?coin=USDT" });

  expect(await screen.findByText("Choose a network")).toBeVisible();
  expect(asked).toHaveLength(0);
  await user.click(screen.getByRole("radio", { name: /Tron/ }));

  expect(await screen.findByText("trx1client")).toBeVisible();
  expect(user.location()).toBe("/personal/deposit?coin=USDT&network=trx");
  expect(screen.getByText("0xdac1")).toBeVisible();
});

test("a network that is not enabled says so and cannot be chosen, not even by the URL", async () => {
  const asked = serveWallets([aNetwork({ status: "disabled" })]);
  renderPage(<DepositPage />, { at: "/personal/deposit?coin=BTC&network=btc" });

  expect(await screen.findByText("This network is not enabled here.")).toBeVisible();
  expect(screen.getByRole("radio", { name: /Bitcoin/ })).toBeDisabled();
  expect(screen.getByText("No address for now")).toBeVisible();
  expect(asked).toHaveLength(0);
});

test("a paused network shows the operator's notice", async () => {
  serveWallets([aNetwork({ status: "halted", notice: "Back at noon." })]);
  renderPage(<DepositPage />, { at: "/personal/deposit?coin=BTC" });

  expect(await screen.findByText("Paused")).toBeVisible();
  expect(screen.getByText("Back at noon.")).toBeVisible();
});

test("a coin without a network says so", async () => {
  serveWallets([aNetwork()]);
  renderPage(<DepositPage />, { at: "/personal/deposit?coin=SOL" });

  expect(await screen.findByText("SOL has no network yet")).toBeVisible();
});

test("coins of a development chain are worth nothing", async () => {
  serveWallets([aNetwork({ is_development: true })]);
  renderPage(<DepositPage />, { at: "/personal/deposit?coin=BTC" });

  expect(await screen.findByText("Development chain: these coins are worth nothing.")).toBeVisible();
});

test("each confirmation of a deposit is shown once its list is reloaded", async () => {
  serveWallets([aNetwork()]);
  renderPage(<DepositPage />);
  expect(await screen.findByRole("progressbar", { name: "Confirmations" })).toHaveAttribute(
    "aria-valuetext",
    "1 of 3 confirmations",
  );
  const [row] = screen.getAllByRole("row").slice(1);
  expect(within(row as HTMLElement).getByRole("link", { name: "Open in block explorer" })).toHaveAttribute(
    "href",
    `https://explorer.example/tx/${"aa".repeat(32)}`,
  );

  serve("get", "/v1/deposit", { items: [aDeposit({ confirmations: 2 })], next_cursor: null });
  await queries.invalidateQueries({ queryKey: depositsKey });

  expect(await screen.findByText("2 of 3 confirmations")).toBeVisible();
});

test("deposits that were not credited say why", async () => {
  serveWallets(
    [aNetwork()],
    [aDeposit({ status: "below_minimum" }), aDeposit({ id: "d2", status: "orphaned" })],
  );
  renderPage(<DepositPage />);

  expect(await screen.findByText(/Credited once your small deposits/)).toBeVisible();
  expect(screen.getByText(/The network dropped this transaction/)).toBeVisible();
});

test("an address that is refused says why and can be asked for again", async () => {
  serveWallets([aNetwork()], []);
  serveProblem("post", "/v1/deposit/address", {
    status: 422,
    code: "NETWORK_DISABLED",
    detail: "This network is not available right now.",
  });
  const user = renderPage(<DepositPage />, { at: "/personal/deposit?coin=BTC" });

  expect(await screen.findByText("This network is not available right now.")).toBeVisible();
  expect(screen.getByText("No deposits yet")).toBeVisible();
  serveWallets([aNetwork()], []);
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("btc1client")).toBeVisible();
});

test("play money can be claimed here in a demo only", async () => {
  serveWallets([aNetwork()]);
  renderPage(<DepositPage />, { site: { demo: true } });

  expect(await screen.findByRole("button", { name: "Get play money" })).toBeVisible();
});

test("without a coin in the URL the page opens on the coin of the last deposit", async () => {
  serveWallets([ETHEREUM, aNetwork()]);
  renderPage(<DepositPage />);

  expect(await screen.findByText("btc1client")).toBeVisible();
});

test("a first deposit starts with USDT", async () => {
  serveWallets([aNetwork(), ETHEREUM], []);
  renderPage(<DepositPage />);

  expect(await screen.findByText("eth1client")).toBeVisible();
});
