import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Asset } from "@/api/assets";
import * as pagePaths from "@/lib/page-paths";
import { changePortfolioView, PORTFOLIO_VIEW_KEY } from "@/session/portfolio-view";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aCoin, anAsset, aPair, aTicker, serveMarkets } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { AssetsPage } from "./assets";

const held = [
  anAsset("BTC", "0.5", {
    available: "0.3",
    in_orders: "0.15",
    in_withdrawals: "0.04",
    in_earn: "0.01",
    value: "49000",
  }),
  anAsset("USDT", "1000", { value: "1000" }),
  anAsset("SHIB", "900", { value: "0.00831" }),
  anAsset("NEW", "7"),
];
const coins = [
  aCoin("BTC", "Bitcoin"),
  aCoin("USDT", "Tether"),
  aCoin("SHIB", "Shiba Inu"),
  aCoin("NEW", "Brand New"),
];

beforeEach(() => {
  startSession("token");
  changePortfolioView({ isHidden: false, unit: "USDT" });
});
afterEach(clearSession);

const dawn = Math.floor(new Date(2026, 10, 5, 7, 3).getTime() / 1000);
const PAST = [
  { at: dawn, total_usdt: "40000", total_btc: "0.5" },
  { at: dawn + 3600, total_usdt: "60000.129", total_btc: "0.6" },
  { at: dawn + 7200, total_usdt: "49999", total_btc: "0.4" },
];

function serveAssets(items: Asset[] = held) {
  serveMarkets([aPair("ETH-BTC"), aPair("BTC-USDT")], coins);
  serve("get", "/v1/assets", { items, total_usdt: "50000.00831", total_btc: "0.5102041673" });
  serve("get", "/bff/auth/user", { client: aClient(), transactions: [] });
  return serve("get", "/v1/assets/history", { period: "30d", step_seconds: 28_800, items: PAST });
}

async function showAssets(at = "/personal/assets") {
  serveAssets();
  const user = renderPage(<AssetsPage />, { at });
  await screen.findByRole("cell", { name: "BTC Bitcoin" });
  return user;
}

const shownCoins = () => {
  const [, ...rows] = screen.getAllByRole("row");
  return rows.map((row) => {
    const [coin] = within(row).getAllByRole("cell");
    // The icon has only two letters.
    return within(coin ?? expect.unreachable()).getByText(/^[A-Z]{3,}$/).textContent;
  });
};
const cellsOf = (name: string) => {
  const row = screen.getByRole("cell", { name }).closest("tr");
  return within(row ?? expect.unreachable(name))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
};
const total = () => screen.getByText("Total value").parentElement?.textContent;

test("each coin shows what is available and what is set aside, the most valuable first", async () => {
  await showAssets();

  expect(shownCoins()).toEqual(["BTC", "USDT", "SHIB", "NEW"]);
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Coin",
    "Total",
    "Available",
    "In orders",
    "In withdrawals",
    "In pre-market",
    "In earn",
    "Value",
    "Actions",
  ]);
  expect(cellsOf("BTC Bitcoin").slice(1, 8)).toEqual([
    "0.5",
    "0.3",
    "0.15",
    "0.04",
    "0",
    "0.01",
    "49,000.00 USDT",
  ]);
  expect(cellsOf("SHIB Shiba Inu")[7]).toBe("< 0.01 USDT");
  expect(cellsOf("NEW Brand New")[7]).toBe("No price yet");
});

test("what is in earn leads to the positions, and every coin to its products", async () => {
  await showAssets();

  expect(screen.getByRole("link", { name: "0.01" })).toHaveAttribute("href", "/personal/earn");
  expect(screen.getByRole("link", { name: "Earn on USDT" })).toHaveAttribute("href", "/earn?q=USDT");
});

test("the total is shown in USDT or BTC, as was last chosen", async () => {
  const user = await showAssets();
  expect(total()).toContain("50,000.00 USDT");
  expect(total()).toContain("About 0.51020416 BTC");

  await user.click(screen.getByRole("radio", { name: "BTC" }));

  expect(total()).toContain("0.51020416 BTC");
  expect(total()).toContain("About 50,000.00 USDT");
  expect(localStorage.getItem(PORTFOLIO_VIEW_KEY)).toBe('{"isHidden":false,"unit":"BTC"}');
});

test("amounts can be hidden from those who look over one's shoulder", async () => {
  const user = await showAssets();

  await user.click(screen.getByRole("button", { name: "Hide amounts" }));

  expect(screen.queryByText(/50,000/)).toBeNull();
  expect(cellsOf("BTC Bitcoin").slice(1, 8).join()).not.toMatch(/\d/);
  expect(screen.getByText("98%")).toBeVisible();
  expect(localStorage.getItem(PORTFOLIO_VIEW_KEY)).toContain('"isHidden":true');
  await user.click(screen.getByRole("button", { name: "Show amounts", pressed: true }));
  expect(total()).toContain("50,000.00 USDT");
});

test("small balances can be left out, and what is looked for is kept in the address", async () => {
  const user = await showAssets();

  await user.click(screen.getByRole("checkbox", { name: "Hide balances below 1 USDT" }));
  await expect.poll(shownCoins).toEqual(["BTC", "USDT", "NEW"]);
  await user.type(screen.getByRole("searchbox", { name: "Search coins" }), "brand");
  await expect.poll(shownCoins).toEqual(["NEW"]);
  expect(user.location()).toBe("/personal/assets?q=brand&small=hidden");

  await user.type(screen.getByRole("searchbox", { name: "Search coins" }), "x");
  await user.click(await screen.findByRole("button", { name: "Clear filters" }));
  await expect.poll(shownCoins).toEqual(["BTC", "USDT", "SHIB", "NEW"]);
});

test("a row leads to where its coin can be traded, and to nothing that is not there", async () => {
  vi.spyOn(pagePaths, "pageExists").mockImplementation((path) => path === "/trading/$pair");
  await showAssets();

  expect(screen.getByRole("link", { name: "Trade BTC" })).toHaveAttribute("href", "/trading/BTC-USDT");
  expect(screen.getByRole("link", { name: "Trade USDT" })).toHaveAttribute("href", "/trading/BTC-USDT");
  expect(screen.queryByRole("link", { name: "Trade NEW" })).toBeNull();
  expect(screen.queryByRole("link", { name: /Deposit|Withdraw|Convert/ })).toBeNull();
});

test("a row leads to where its coin is moved and converted", async () => {
  await showAssets();

  expect(screen.getByRole("link", { name: "Deposit BTC" })).toHaveAttribute(
    "href",
    "/personal/deposit?coin=BTC",
  );
  expect(screen.getByRole("link", { name: "Convert BTC" })).toHaveAttribute(
    "href",
    "/personal/exchange?from=BTC",
  );
});

test("without assets the page says what will appear here", async () => {
  serveAssets([anAsset("BTC", "0")]);
  renderPage(<AssetsPage />);

  expect(await screen.findByText("No coins yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Deposit" })).toHaveAttribute("href", "/personal/deposit");
});

test("assets that cannot be loaded are asked for again", async () => {
  serveAssets();
  serveProblem("get", "/v1/assets", { status: 503, code: "ENGINE_UNAVAILABLE" });
  const user = renderPage(<AssetsPage />);
  const [retry] = await screen.findAllByRole("button", { name: "Try again" });

  serveAssets();
  await user.click(retry ?? expect.unreachable());

  expect(await screen.findByRole("cell", { name: "BTC Bitcoin" })).toBeVisible();
});

test("the value over time is drawn up to this moment, and each moment can be read", async () => {
  const user = await showAssets();
  const line = await screen.findByRole("slider", { name: "Value over time" });
  const section = within(screen.getByRole("region", { name: "Value over time" }));
  expect(section.getByText("Since 05.11.2026 07:03")).toBeVisible();
  expect(section.getByText("+10,000 USDT")).toBeVisible();
  expect(section.getByText("25.00%")).toBeVisible();
  expect(line).toHaveAttribute("aria-valuetext", "05.11.2026 09:03: 50,000.00 USDT");

  line.focus();
  await user.keyboard("{ArrowLeft}");

  expect(section.getByText("60,000.12 USDT")).toBeVisible();
  expect(line).toHaveAttribute("aria-valuetext", "05.11.2026 08:03: 60,000.12 USDT");
  await user.keyboard("{Home}{ArrowLeft}");
  expect(line).toHaveAttribute("aria-valuenow", "0");
});

test("the history covers the chosen period, in the chosen unit", async () => {
  const asked = serveAssets();
  const user = renderPage(<AssetsPage />);
  await screen.findByRole("slider", { name: "Value over time" });
  expect(asked.at(-1)?.url).toMatch(/period=30d$/);

  await user.click(screen.getByRole("radio", { name: "7 d" }));
  await expect.poll(() => asked.at(-1)?.url).toMatch(/period=7d$/);
  await user.click(screen.getByRole("radio", { name: "BTC" }));

  expect(screen.getByText("+0.01020416 BTC")).toBeVisible();
});

test("a new account sees what will be drawn", async () => {
  serveAssets();
  const created_at = Math.floor(Date.now() / 1000) - 60;
  serve("get", "/bff/auth/user", { client: aClient({ created_at }), transactions: [] });
  const asked = serve("get", "/v1/assets/history", {
    period: "1d",
    step_seconds: 900,
    items: PAST.slice(0, 1),
  });
  renderPage(<AssetsPage />);

  expect(await screen.findByText("Not enough history for this period yet.")).toBeVisible();
  await expect.poll(() => asked.at(-1)?.url).toMatch(/period=1d$/);
});

// Must be last: its prices stay for later tests.
test("values follow the market", async () => {
  await showAssets();
  await expect.poll(() => liveServer.connects + liveServer.channels().length).toBeGreaterThan(0);

  const ticker = aTicker("BTC-USDT", { last: "100000" });
  await liveServer.pushAndRender({ channel: "ticker:all", type: "ticker", ...ticker });

  expect(cellsOf("BTC Bitcoin")[7]).toBe("50,000.00 USDT");
  expect(total()).toContain("51,000.00 USDT");
  expect(total()).toContain("About 0.51000008 BTC");
});
