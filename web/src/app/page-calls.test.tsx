import { screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { NoticeBell } from "@/features/notices/notice-bell";
import { EarnPage } from "@/pages/earn";
import { ExchangerPage } from "@/pages/exchanger";
import { MarketsOverviewPage } from "@/pages/markets/overview";
import { AssetsPage } from "@/pages/personal/assets";
import { DashboardPage } from "@/pages/personal/dashboard";
import { OrdersPage } from "@/pages/personal/orders";
import { SettingsPage } from "@/pages/personal/settings";
import { TransactionsPage } from "@/pages/personal/transactions";
import { PreMarketPage } from "@/pages/pre-market";
import { TradingPairPage } from "@/pages/trading/pair";
import { loadCurrentClient, useCurrentClient } from "@/session/client";
import { clearSession, startSession } from "@/session/session";
import { askedTwice, recordApiCalls } from "@/testing/api-calls";
import { aClient, aClientLevel, aLevel, aSite } from "@/testing/builders";
import { aConvertTarget } from "@/testing/convert";
import { serve } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aCoin, anAsset, aPair, serveMarkets } from "@/testing/markets";
import { stubDistance } from "@/testing/near";
import { anOrder } from "@/testing/orders";
import { renderApp } from "@/testing/render-app";
import { stubDialogs, stubScreen } from "@/testing/screen";
import { startLiveClient } from "./live-client";
import type { PageRoute } from "./routes";
import { watchSession } from "./session-watch";

// jsdom has no canvas.
vi.mock("@/features/chart/price-chart", () => ({ PriceChart: () => <p>Chart</p> }));

const calls = recordApiCalls();
const SEQ = 100;
// Rates, every three seconds.
const POLLED = /coins\/exchange/;
const EMPTY = { items: [], next_cursor: null };
let stops: (() => void)[] = [];
let holdings: Parameters<typeof anAsset>[2];

beforeEach(() => {
  holdings = { value: "9" };
  // On a busy machine the client would be stale before its page is there.
  vi.useFakeTimers({ toFake: ["Date"] });
  stubDialogs();
  stubScreen(1440);
  localStorage.clear();
  queries.clear();
  startSession("token");
  const pair = aPair("BTC-USDT", { ticker: { last: "100" } });
  serveMarkets([pair], [aCoin("BTC", "Bitcoin"), aCoin("USDT", "Tether")]);
  serve("get", "/v1/pairs/{symbol}", pair);
  serve("get", "/v1/pairs/{symbol}/trades", EMPTY);
  serve("get", "/bff/auth/validate", { valid: true });
  const body = { client: aClient(), transactions: [], has_deposited: true };
  serve("get", "/bff/auth/user", () => Response.json(body, { headers: { "X-Private-Seq": String(SEQ) } }));
  serve("get", "/v1/client/level", aClientLevel());
  serve("get", "/v1/levels", { items: [aLevel()], next_cursor: null });
  serve("get", "/v1/client/login-history", EMPTY);
  serve("get", "/v1/assets", () => ({
    items: [anAsset("BTC", "1", holdings)],
    total_usdt: "9",
    total_btc: "1",
  }));
  serve("get", "/v1/assets/history", { period: "30d", step_seconds: 28_800, items: [] });
  serve("get", "/v1/order", { items: [anOrder({ id: 1 })], next_cursor: null });
  serve("get", "/v1/notices", { ...EMPTY, unread: 0 });
  for (const path of ["trades", "premarkets/contracts", "earn/positions", "earn/products"] as const)
    serve("get", `/v1/${path}`, EMPTY);
  serve("get", "/v1/premarkets", { ...EMPTY, protection: [] });
  serve("get", "/v1/transactions", EMPTY);
  serve("get", "/v1/deposit/networks", EMPTY);
  serve("get", "/v1/coins/exchange/{symbol}", { symbol: "USDT", targets: [aConvertTarget("BTC")] });
  liveServer.respond = () => ({ ok: true, errors: [], seq: SEQ });
});
afterEach(() => {
  for (const stop of stops) stop();
  clearSession();
  vi.useRealTimers();
});

/** Its code comes after everything else. */
function LateBell() {
  return useCurrentClient() && <NoticeBell />;
}

/** A page below the bell. The guard of a personal page waits for the client; a public page may be there before. */
function aRoute(path: string, Page: ComponentType): PageRoute {
  const page = async () => {
    if (path.startsWith("/personal")) await loadCurrentClient();
    return () => (
      <>
        <LateBell />
        <Page />
      </>
    );
  };
  return { path, layout: null, title: () => "Page", page };
}

/** Opens a page as a signed-in client does, until it has subscribed and come to rest. */
async function visit(path: string, Page: ComponentType, title: string, at = path) {
  stops = [watchSession(() => undefined)];
  renderApp([aRoute(path, Page)], { at, site: aSite({ demo: true }) });
  await screen.findByRole("heading", { level: 1, name: title });
  stops.push(startLiveClient());
  await waitFor(() => expect(liveServer.channels()).toContain("account"));
  let before = -1;
  await waitFor(() => {
    const isResting = queries.isFetching() === 0 && calls.length === before;
    before = calls.length;
    expect(isResting).toBe(true);
  });
}

test("the dashboard makes at most eight calls; what is below the fold is loaded when it comes near", async () => {
  const { scrollToEnd } = stubDistance();
  holdings = { value: "9", in_earn: "0.1", in_premarket: "0.1" };
  await visit("/personal/dashboard", DashboardPage, "Welcome back");

  expect(askedTwice(calls)).toEqual([]);
  expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(8);
  expect(calls.filter((call) => /level|earn|premarket|login/.test(call))).toEqual([]);

  scrollToEnd();
  for (const path of [
    "client/level",
    "levels",
    "earn/positions",
    "premarkets/contracts",
    "client/login-history",
  ])
    await waitFor(() => expect(calls.join("\n")).toContain(`GET /v1/${path}`));
  expect(askedTwice(calls)).toEqual([]);
});

test("who has nothing in earn and pre-markets is not asked for it", async () => {
  await visit("/personal/dashboard", DashboardPage, "Welcome back");

  expect(await screen.findByRole("link", { name: "See products" })).toBeVisible();
  expect(calls.filter((call) => /earn|premarket/.test(call))).toEqual([]);
  expect(askedTwice(calls)).toEqual([]);
});

test("the trading page makes at most ten calls", async () => {
  await visit("/trading/$pair", TradingPairPage, "BTC-USDT", "/trading/BTC-USDT");
  await screen.findByRole("form", { name: "Order" });

  expect(askedTwice(calls)).toEqual([]);
  // The chart, which is none here, makes the tenth: its candles.
  expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(9);
});

test.each([
  ["/personal/assets", AssetsPage, "Assets"],
  ["/personal/orders", OrdersPage, "Orders"],
  ["/personal/transactions", TransactionsPage, "Transactions"],
  ["/personal/settings", SettingsPage, "Settings"],
  ["/markets/overview", MarketsOverviewPage, "Markets overview"],
  ["/exchanger", ExchangerPage, "Exchanger"],
  ["/earn", EarnPage, "Earn"],
  ["/pre-market", PreMarketPage, "Pre-market"],
])("%s asks nothing twice", async (path, Page, title) => {
  await visit(path, Page, title);

  expect(askedTwice(calls).filter((call) => !POLLED.test(call))).toEqual([]);
  expect(new Set(calls).size, calls.join("\n")).toBeLessThanOrEqual(9);
});
