import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aCoin, anOverview, aPair, aTicker, serveMarkets } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { MarketsOverviewPage } from "./overview";

const btc = aPair("BTC-USDT", { ticker: { last: "98000", change: "0.0492", quote_volume: "229253556" } });
const eth = aPair("ETH-USDT", { ticker: { last: "3320", change: "-0.031", quote_volume: "134762588" } });
const ethBtc = aPair("ETH-BTC", {
  tick_size: "0.00001",
  ticker: { last: "0.03368", change: "0", quote_volume: "160.6" },
});
const shib = aPair("SHIB-USDT", {
  tick_size: "0.000000001",
  status: "halted",
  ticker: { last: "0.000009225", change: "0.0089", quote_volume: "170000" },
});
const pairs = [btc, eth, ethBtc, shib];

beforeEach(() => {
  localStorage.clear();
});

const table = () => within(screen.getByRole("table", { name: "Pairs" }));
const shownPairs = () =>
  table()
    .getAllByRole("link")
    .map((link) => link.textContent);
const rowOf = (name: string) => {
  const row = table().getByRole("link", { name }).closest("tr");
  return within(row ?? expect.unreachable(`no row ${name}`));
};

async function showOverview(at = "/markets/overview") {
  serveMarkets(pairs, [aCoin("BTC", "Bitcoin")]);
  const user = renderPage(<MarketsOverviewPage />, { at });
  await screen.findByRole("table", { name: "Pairs" });
  await screen.findByRole("heading", { name: "Gainers" });
  return user;
}

test("the day is shown in one sentence, four lists and a table, largest volume first", async () => {
  await showOverview();

  expect(screen.getByText("Pairs: 4 · 24h volume: 364.2M USDT · 24h trades: 12,345")).toBeVisible();
  const gainers = screen.getByRole("heading", { name: "Gainers" }).closest("section");
  expect(
    within(gainers ?? expect.unreachable())
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["BTC/USDT", "SHIB/USDT"]);
  expect(shownPairs()).toEqual(["BTC/USDT", "ETH/USDT", "SHIB/USDT", "ETH/BTC"]);
  expect(table().getByRole("link", { name: "BTC/USDT" })).toHaveAttribute("href", "/trading/BTC-USDT");
  expect(rowOf("BTC/USDT").getByText("98,000.00")).toBeVisible();
  expect(rowOf("ETH/BTC").getByRole("cell", { name: "160.60 BTC" })).toBeVisible();
  expect(rowOf("SHIB/USDT").getByText("Halted")).toBeVisible();
});

test("the heat map reads as a list of pairs, and arrows go through it", async () => {
  const user = await showOverview();
  const map = within(screen.getByRole("list", { name: "Pairs by 24h volume" }));
  const tiles = map.getAllByRole("link");
  expect(tiles).toHaveLength(4);
  expect(tiles[0]).toHaveAccessibleName("BTC-USDT, up 4.92%, 24h volume 229.3M USDT");
  expect(tiles[1]).toHaveAccessibleName("ETH-USDT, down 3.10%, 24h volume 134.8M USDT");
  expect(tiles[2]).toHaveAccessibleName("SHIB-USDT, up 0.89%, 24h volume 170K USDT");
  expect(tiles[3]).toHaveAccessibleName("ETH-BTC, unchanged, 24h volume 160.60 USDT");
  expect(tiles.map((tile) => tile.tabIndex)).toEqual([0, -1, -1, -1]);

  tiles[0]?.focus();
  await user.keyboard("{ArrowRight}{End}{ArrowLeft}");

  expect(tiles[2]).toHaveFocus();
  expect(tiles.map((tile) => tile.tabIndex)).toEqual([-1, -1, 0, -1]);
});

test("what is looked for is kept in the address", async () => {
  const user = await showOverview();

  await user.type(screen.getByRole("searchbox", { name: "Search pairs" }), "eth");
  await expect.poll(shownPairs).toEqual(["ETH/USDT", "ETH/BTC"]);
  await user.click(screen.getByRole("radio", { name: "BTC" }));
  await expect.poll(shownPairs).toEqual(["ETH/BTC"]);

  expect(user.location()).toBe("/markets/overview?q=eth&quote=BTC");
});

test("an address brings its search, group and order along", async () => {
  await showOverview("/markets/overview?quote=USDT&sort=change&order=ascending");

  expect(shownPairs()).toEqual(["ETH/USDT", "SHIB/USDT", "BTC/USDT"]);
  expect(screen.getByRole("radio", { name: "USDT" })).toBeChecked();
  expect(table().getByRole("columnheader", { name: "24 h" })).toHaveAttribute("aria-sort", "ascending");
});

test("a head sorts by its column, and pressed again the other way round", async () => {
  const user = await showOverview();

  await user.click(screen.getByRole("button", { name: "Price" }));
  await expect.poll(shownPairs).toEqual(["BTC/USDT", "ETH/USDT", "ETH/BTC", "SHIB/USDT"]);
  await user.click(screen.getByRole("button", { name: "Price" }));
  await expect.poll(shownPairs).toEqual(["SHIB/USDT", "ETH/BTC", "ETH/USDT", "BTC/USDT"]);

  expect(user.location()).toBe("/markets/overview?sort=price&order=ascending");
});

test("a starred pair is among the favourites, and without any the way back is offered", async () => {
  const user = await showOverview();

  await user.click(screen.getByRole("radio", { name: "Favorites" }));
  expect(await screen.findByText("No favorites yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all pairs" }));
  await user.click(await screen.findByRole("button", { name: "Favorite ETH-USDT" }));
  await user.click(screen.getByRole("radio", { name: "Favorites" }));

  await expect.poll(shownPairs).toEqual(["ETH/USDT"]);
  expect(screen.getByRole("button", { name: "Favorite ETH-USDT", pressed: true })).toBeVisible();
});

test("prices change as they are made", async () => {
  await showOverview();
  expect(await screen.findByText("Live")).toBeVisible();

  const ticker = aTicker("ETH-USDT", { last: "3400.5", change: "0.02", quote_volume: "135000000" });
  await liveServer.pushAndRender({ channel: "ticker:all", type: "ticker", ...ticker });

  expect(rowOf("ETH/USDT").getByText("3,400.50")).toBeVisible();
  expect(rowOf("ETH/USDT").getByRole("cell", { name: "135M USDT" })).toBeVisible();
  expect(screen.getByText("ETH-USDT, up 2.00%, 24h volume 134.8M USDT")).toBeInTheDocument();
});

test("of very many pairs only those in view are drawn, and all are counted", async () => {
  const many = Array.from({ length: 3000 }, (_, index) => aPair(`C${index}-USDT`));
  serveMarkets(many);
  renderPage(<MarketsOverviewPage />);

  const shown = await screen.findByRole("table", { name: "Pairs" });
  expect(shown).toHaveAttribute("aria-rowcount", "3001");
  const rows = within(shown).getAllByRole("link").length;
  expect(rows).toBeGreaterThan(5);
  expect(rows).toBeLessThan(100);
});

test("an exchange without pairs says so", async () => {
  serveMarkets([]);
  renderPage(<MarketsOverviewPage />);

  expect(await screen.findByText("No pairs listed yet")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a glance that fails is asked for again while the table stands", async () => {
  serveMarkets(pairs);
  serveProblem("get", "/v1/markets/overview", { status: 500, code: "INTERNAL" });
  const user = renderPage(<MarketsOverviewPage />);
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("table", { name: "Pairs" })).toBeVisible();

  serve("get", "/v1/markets/overview", anOverview(pairs));
  await user.click(retry);

  expect(await screen.findByRole("heading", { name: "Losers" })).toBeVisible();
});

test("a favourite has a bell for its price alerts, which leads visitors to the login", async () => {
  const user = await showOverview();
  const bell = { name: "Price alerts for BTC-USDT" };
  expect(table().queryByRole("button", bell)).toBeNull();

  await user.click(rowOf("BTC/USDT").getByRole("button", { name: "Favorite BTC-USDT" }));
  await user.click(rowOf("BTC/USDT").getByRole("button", bell));

  await expect.poll(() => user.location()).toBe("/login?next=%2Fmarkets%2Foverview");
});
