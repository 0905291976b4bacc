import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { EarnPosition } from "@/features/earn/api";
import { clearSession, startSession } from "@/session/session";
import { aClient, aClientLevel, aLevel, aTransaction } from "@/testing/builders";
import "@/testing/fake-socket";
import { aPosition } from "@/testing/earn";
import { serve, serveProblem } from "@/testing/fake-server";
import { aCoin, anAsset, serveMarkets } from "@/testing/markets";
import { anOrder } from "@/testing/orders";
import { renderPage } from "@/testing/render-page";
import { DashboardPage } from "./dashboard";

type Client = ReturnType<typeof aClient>;

const SIGN_IN = {
  id: "sign-in-2",
  at: 1_700_000_000,
  device: "Chrome on Linux",
  ip: "203.0.113.7",
  outcome: "success",
};

const SPENT = aTransaction(1, { amount: "-0.25" });

function serveDashboard({
  client = aClient(),
  own = aClientLevel(),
  signIns = [SIGN_IN],
  transactions = [SPENT],
  positions = [] as EarnPosition[],
  has_deposited = false,
} = {}) {
  serve("get", "/bff/auth/user", { client, transactions, has_deposited });
  serve("get", "/v1/client/level", own);
  serve("get", "/v1/levels", { items: [aLevel()], next_cursor: null });
  serve("get", "/v1/client/login-history", { items: signIns, next_cursor: null });
  serveMarkets([], [aCoin("BTC", "Bitcoin")]);
  serve("get", "/v1/assets", {
    items: [anAsset("BTC", "0.5", { value: "49000" }), anAsset("USDT", "1000", { value: "1000" })],
    total_usdt: "50000",
    total_btc: "0.51",
  });
  serve("get", "/v1/order", { items: [], next_cursor: null });
  serve("get", "/v1/premarkets/contracts", { items: [], next_cursor: null });
  serve("get", "/v1/earn/positions", { items: positions, next_cursor: null });
  serve("get", "/v1/assets/history", { period: "30d", step_seconds: 28_800, items: [] });
}

const withName = (client: Client): Client => ({
  ...client,
  personal_info: { ...client.personal_info, first_name: "Ada" },
});

const cardOf = (title: string) => {
  const card = screen.getByRole("heading", { name: title }).closest("section");
  return within(card ?? expect.unreachable(`no card ${title}`));
};

beforeEach(() => startSession("token"));
afterEach(clearSession);

test("a client is greeted by name, or without one", async () => {
  serveDashboard({ client: withName(aClient()) });
  renderPage(<DashboardPage />);

  expect(await screen.findByRole("heading", { level: 1, name: "Welcome back, Ada" })).toBeVisible();
});

test("what is left to do leads to where it is done; what is done does not", async () => {
  serveDashboard();
  renderPage(<DashboardPage />);
  await screen.findByRole("heading", { name: "To do" });
  const todo = cardOf("To do");

  expect(todo.getByText("1 of 4 done")).toBeVisible();
  expect(todo.getByText("Email address confirmed").closest("a")).toBeNull();
  expect(todo.getByRole("link", { name: /Verify your identity/ })).toHaveAttribute("href", "/personal/kyc");
  expect(todo.getByText("Set up two-factor authentication")).toBeVisible();
  expect(todo.getByRole("link", { name: /Make your first deposit/ })).toHaveAttribute(
    "href",
    "/personal/deposit",
  );
});

test.each([
  ["pending", "Your documents are under review"],
  ["rejected", "Upload new photos of your document"],
  ["revoked", "Verify your identity again"],
] as const)("an identity that is %s says what comes next", async (status, text) => {
  const client = aClient();
  serveDashboard({ client: { ...client, kyc: { ...client.kyc, status } } });
  renderPage(<DashboardPage />);

  expect(await screen.findByText(text)).toBeVisible();
});

test("with everything done the list says so", async () => {
  const client = aClient({ security: { totp: false, passkeys: 1 } });
  serveDashboard({
    client: { ...client, kyc: { ...client.kyc, status: "approved" } },
    has_deposited: true,
  });
  renderPage(<DashboardPage />);

  expect(await screen.findByRole("heading", { name: "Everything is set up" })).toBeVisible();
  expect(screen.getByText("4 of 4 done")).toBeVisible();
});

test("the level shows what the next one asks for, and the balance that the total shows", async () => {
  serveDashboard({ own: aClientLevel({ volume_30d: "125.5", balance: "49876.5" }) });
  renderPage(<DashboardPage />);

  const next = within(await screen.findByRole("region", { name: "To reach Starter" }));
  expect(next.getByRole("listitem")).toHaveTextContent("Verified identity");
  expect(next.getByRole("img", { name: "Not met" })).toBeVisible();
  const volume = next.getByRole("progressbar", { name: "30-day volume" });
  expect(volume).toHaveAttribute("aria-valuenow", "25");
  expect(volume).toHaveAttribute("aria-valuetext", "125.50 of 500 USDT");
  await expect
    .poll(() => next.getByRole("progressbar", { name: "Balance" }).getAttribute("aria-valuetext"))
    .toBe("50,000.00 of 100 USDT");
  expect(screen.getByText("Guest")).toBeVisible();
  expect(screen.getByText("1,000 USDT")).toBeVisible();
});

test("the highest level has no next", async () => {
  serveDashboard({ own: aClientLevel({ name: "VIP", next: null }) });
  renderPage(<DashboardPage />);

  expect(await screen.findByText("You’re at the top level.")).toBeVisible();
});

test("what protects the account is summed up, with the address masked", async () => {
  serveDashboard({ client: aClient({ security: { totp: true, passkeys: 2 } }) });
  renderPage(<DashboardPage />);
  await screen.findByRole("heading", { name: "Account security" });
  const card = cardOf("Account security");

  const facts = card.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(facts).toEqual([
    ["Email", "ad***@example.com"],
    ["Authenticator app", "On"],
    ["Passkeys", "2"],
    ["Anti-phishing code", "Not set"],
  ]);
});

test("the last sign-ins are shown, refused ones marked", async () => {
  const refused = {
    ...SIGN_IN,
    id: "sign-in-1",
    at: SIGN_IN.at - 60,
    device: "curl",
    outcome: "wrong_password",
  };
  serveDashboard({ signIns: [SIGN_IN, refused] });
  renderPage(<DashboardPage />);

  expect(await screen.findByText("Chrome on Linux")).toBeVisible();
  const rows = cardOf("Recent sign-ins").getAllByRole("listitem");
  expect(rows.map((row) => /Failed/.test(row.textContent ?? ""))).toEqual([false, true]);
});

test("a card that fails is asked for again while the others stand", async () => {
  serveDashboard();
  serveProblem("get", "/v1/client/level", { status: 500, code: "INTERNAL" });
  const user = renderPage(<DashboardPage />);
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("heading", { name: "To do" })).toBeVisible();

  serve("get", "/v1/client/level", aClientLevel());
  await user.click(retry);

  expect(await screen.findByRole("region", { name: "To reach Starter" })).toBeVisible();
});

test("balance, allocation and recent transactions come first", async () => {
  serveDashboard();
  renderPage(<DashboardPage />);
  expect(await screen.findByText("50,000.00")).toBeVisible();

  const portfolio = cardOf("Portfolio");
  expect(portfolio.getAllByRole("listitem").map((share) => share.textContent)).toEqual(["BTC98%", "USDT2%"]);
  expect(portfolio.getByRole("link", { name: "All assets" })).toHaveAttribute("href", "/personal/assets");
  const movements = cardOf("Recent transactions");
  expect(await movements.findByRole("listitem")).toHaveTextContent(
    "TradeSpot Wallet · 05.11.2026 07:03−0.25 BTC",
  );
  expect(movements.getByRole("link", { name: "All transactions" })).toHaveAttribute(
    "href",
    "/personal/transactions",
  );
  const orders = cardOf("Open orders");
  expect(await orders.findByText("No open orders")).toBeVisible();
  expect(orders.getByRole("link", { name: "Start trading" })).toHaveAttribute("href", "/trading");
});

test("hidden amounts are hidden on every card, and only the newest orders stand here", async () => {
  serveDashboard({ own: aClientLevel({ balance: "50000", volume_30d: "321" }) });
  const orders = [9, 8, 7, 6, 5, 4].map((id) =>
    anOrder({ id, quantity: "0.777", remaining_quantity: "0.777" }),
  );
  serve("get", "/v1/order", { items: orders, next_cursor: null });
  const user = renderPage(<DashboardPage />);
  expect(await screen.findByText("50,000.00 of 100 USDT")).toBeVisible();
  expect(await screen.findAllByText("0.777")).toHaveLength(5);

  await user.click(screen.getByRole("button", { name: "Hide amounts" }));

  for (const figure of [/50,000/, /321/, /0\.777/, /0\.25/]) expect(screen.queryByText(figure)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show amounts" }));
  expect(screen.getByText("50,000.00 of 100 USDT")).toBeVisible();
});

test("what is in earn and what it has earned are valued at current prices", async () => {
  const positions = [
    aPosition({ paid: "1.5", accrued: "0.25" }),
    aPosition({ id: 9, coin: "BTC", amount: "0.1", paid: "0", accrued: "0.001" }),
  ];
  serveDashboard({ positions });
  serve("get", "/v1/assets", {
    items: [
      anAsset("BTC", "0.5", { value: "49000", in_earn: "0.1" }),
      anAsset("USDT", "1000", { value: "1000", in_earn: "100" }),
    ],
    total_usdt: "50000",
    total_btc: "0.51",
  });
  renderPage(<DashboardPage />);

  const earn = await screen.findByText("Earned so far");
  await expect.poll(() => earn.closest("dl")?.textContent).toContain("99.75 USDT");
  expect(cardOf("Earn").getByText("In earn").closest("dl")).toHaveTextContent("9,900.00 USDT");
  expect(cardOf("Earn").getByRole("link", { name: "Positions" })).toHaveAttribute("href", "/personal/earn");
});

test("without a position, the card leads to the products", async () => {
  serveDashboard();
  renderPage(<DashboardPage />);

  const link = await screen.findByRole("link", { name: "See products" });
  expect(link).toHaveAttribute("href", "/earn");
});
