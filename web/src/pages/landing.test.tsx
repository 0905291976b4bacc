import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import * as pagePaths from "@/lib/page-paths";
import { someLevels } from "@/testing/builders";
import { aConvertTarget } from "@/testing/convert";
import { aFlexibleProduct, aLockedProduct } from "@/testing/earn";
import { serve, serveProblem } from "@/testing/fake-server";
import { anOverview, aPair, aTicker, serveMarkets } from "@/testing/markets";
import { aPremarket } from "@/testing/premarket";
import { renderPage } from "@/testing/render-page";
import { LandingPage } from "./landing";

const headline = { name: "The exchange you can verify" };

function pretendPageExists(...paths: string[]) {
  vi.spyOn(pagePaths, "pageExists").mockImplementation((candidate) => paths.includes(candidate));
}

const pairs = ["BTC", "ETH", "SOL", "XRP", "BNB", "DOGE", "TRX"].map((coin, place) =>
  aPair(`${coin}-USDT`, {
    ticker: {
      last: `${100 - place}.5`,
      change: place % 2 ? "-0.01" : "0.0245",
      quote_volume: `${9 - place}000000`,
    },
  }),
);

const nothing = { items: [], next_cursor: null };

beforeEach(() => {
  serveMarkets([]);
  serve("get", "/v1/coins/exchange/{symbol}", { symbol: "USDT", targets: [] });
  serve("get", "/v1/premarkets", { items: [], protection: [] });
  serve("get", "/v1/earn/products", nothing);
  serve("get", "/v1/levels", { items: someLevels(), next_cursor: null });
  serve("get", "/v1/pairs/{symbol}/ticker", aTicker("BTC-USDT"));
  serve("get", "/v1/faq", { ...nothing, categories: [] });
});

/** Renders the whole page, including the bands that load after the first screen. */
async function showLanding(options?: Parameters<typeof renderPage>[1]) {
  const user = renderPage(<LandingPage />, options);
  await screen.findByRole("region", { name: "Questions" });
  return user;
}

test("before sign-up exists the first action leads to how funds are kept", async () => {
  pretendPageExists("/");
  await showLanding();

  const hero = within(screen.getByRole("region", headline));
  expect(hero.getByRole("link", { name: "See how funds are protected" })).toHaveAttribute(
    "href",
    "#how-funds-are-kept",
  );
  expect(hero.getByText("Sign-up isn’t open yet.")).toBeVisible();
  expect(screen.getByRole("region", { name: "How your funds are protected" })).toHaveAttribute(
    "id",
    "how-funds-are-kept",
  );
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("once sign-up exists the first action hands the e-mail address to it", async () => {
  pretendPageExists("/register");
  await showLanding();

  const email = await screen.findByRole("textbox", { name: "Email address" });

  expect(email).toHaveAttribute("name", "email");
  expect(email).toBeRequired();
  const form = email.closest("form");
  expect(form).toHaveAttribute("action", "/register");
  expect(form).toHaveAttribute("method", "get");
  expect(screen.getByRole("button", { name: "Create account" })).toHaveAttribute("type", "submit");
  expect(screen.queryByText("Sign-up isn’t open yet.")).toBeNull();
});

test("the page speaks of the site by its own name", async () => {
  await showLanding({ site: { sitename: "Harbour" } });

  expect(await screen.findByText(/Harbour keeps balances in a double-entry ledger/)).toBeVisible();
  expect(screen.queryByText(/Clearwater/)).toBeNull();
});

test("what the document came with is replaced, and an address typed into it stays", async () => {
  const early = document.createElement("div");
  early.id = "prerendered";
  early.innerHTML = '<main><h1>Early</h1><input id="sign-up-email"></main>';
  document.body.append(early);
  const field = within(early).getByRole<HTMLInputElement>("textbox");
  field.value = "anna@example.com";
  field.focus();

  await showLanding();

  expect(screen.queryByText("Early")).toBeNull();
  const email = screen.getByRole("textbox", { name: "Email address" });
  expect(email).toHaveValue("anna@example.com");
  expect(email).toHaveFocus();
});

const markets = () => within(screen.getByRole("region", { name: "Markets now" }));
const figures = () => {
  const band = within(screen.getByRole("region", { name: "Exchange stats" }));
  return band.getAllByRole("definition").map((figure) => figure.textContent);
};

test("the busiest six pairs and the exchange's own figures appear in places kept for them", async () => {
  pretendPageExists("/markets/overview", "/trading/$pair");
  serveMarkets(pairs);
  serve("get", "/v1/ledger-status", { balanced: true, checked_at: 1_000_000_000, seq: 9 });
  await showLanding();

  expect(await markets().findByRole("link", { name: "BTC/USDT" })).toHaveAttribute(
    "href",
    "/trading/BTC-USDT",
  );
  expect(
    markets()
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual([
    "BTBTC/USDT100.5up ▲2.45%",
    "ETETH/USDT99.5down ▼1.00%",
    "SOSOL/USDT98.5up ▲2.45%",
    "XRXRP/USDT97.5down ▼1.00%",
    "BNBNB/USDT96.5up ▲2.45%",
    "DODOGE/USDT95.5down ▼1.00%",
  ]);
  expect(markets().getByRole("link", { name: "All markets" })).toHaveAttribute("href", "/markets/overview");
  await expect.poll(figures).toEqual(["7", "42MUSDT", "12,345", "09.09.2001"]);
  expect(screen.getAllByText("Ledger check passed")).toHaveLength(2);
  expect(screen.getByText("All accounts of every coin were summed at 09.09.2001 01:46.")).toBeVisible();
  const strip = within(screen.getByRole("region", { name: "Top movers" }));
  expect(strip.getAllByRole("listitem")).toHaveLength(7);
});

test("before anything is known the page stands, and no figure is made up", async () => {
  serve("get", "/v1/markets/overview", () => new Promise<never>(() => undefined));
  await showLanding();

  expect(figures()).toEqual(["–", "–USDT", "–", "–"]);
  expect(screen.getByRole("region", { name: "Markets now" })).toHaveAttribute("aria-busy", "true");
  expect(markets().queryByRole("listitem")).toBeNull();
});

test("a site without markets says so in their place", async () => {
  pretendPageExists("/markets/overview", "/trading/$pair");
  await showLanding();

  expect(
    await markets().findByText("No pairs listed yet. Prices appear here once the first market opens."),
  ).toBeVisible();
  expect(figures()).toEqual(["0", "0USDT", "12,345", "–"]);
  expect(screen.queryByRole("region", { name: "Top movers" })).toBeNull();
});

test("prices that cannot be loaded are asked for again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveProblem("get", "/v1/markets/overview", { status: 500, code: "INTERNAL" });
  await showLanding();
  expect(await markets().findByText(/Couldn’t load prices/)).toBeVisible();

  serve("get", "/v1/markets/overview", anOverview(pairs));
  await vi.advanceTimersByTimeAsync(6_000);

  expect(await markets().findByText("BTC")).toBeVisible();
  vi.useRealTimers();
});

const rowsOf = async (name: string) => {
  const band = within(await screen.findByRole("region", { name }));
  return (await band.findAllByRole("listitem")).map((row) => row.textContent);
};

test("products are shown with their live rates", async () => {
  serve("get", "/v1/coins/exchange/{symbol}", {
    symbol: "USDT",
    targets: [
      aConvertTarget("BTC", { inverse_rate: "64210.5" }),
      aConvertTarget("TRX", { inverse_rate: "0.31" }),
    ],
  });
  serve("get", "/v1/premarkets", { items: [aPremarket()], protection: [] });
  serve("get", "/v1/earn/products", {
    items: [aFlexibleProduct(), aFlexibleProduct({ id: "low", apr: "0.01" }), aLockedProduct()],
    next_cursor: null,
  });
  await showLanding();

  expect(await rowsOf("Convert in one step")).toEqual([
    "BT1 BTCFee 0.25%≈ 64,210.50 USDT",
    "TR1 TRXFee 0.25%≈ 0.31 USDT",
  ]);
  expect(await rowsOf("Trade before listing")).toEqual(["NONovaCollateral 100%2.5000 USDTup ▲1.80%"]);
  const earn = await rowsOf("Earn while you hold");
  expect(earn).toHaveLength(2);
  expect(earn[1]).toBe("USTetherFlexible5%APR");
  expect(await rowsOf("Levels and fees")).toHaveLength(someLevels().length);
});

test("the API band shows a call with its live answer", async () => {
  serveMarkets(pairs);
  await showLanding();

  const band = within(screen.getByRole("region", { name: "Trade by API" }));
  expect(await band.findByText(`curl ${location.origin}/api/v1/pairs/BTC-USDT/ticker`)).toBeVisible();
  expect(band.getByText(/"symbol": "BTC-USDT"/)).toBeVisible();
});

test("rates that cannot be loaded say so, and products without offers are empty", async () => {
  serveProblem("get", "/v1/earn/products", { status: 500, code: "INTERNAL" });
  await showLanding();

  const earn = within(screen.getByRole("region", { name: "Earn while you hold" }));
  expect(await earn.findByText("Couldn’t load this. Retrying in a moment.")).toBeVisible();
  const premarket = within(screen.getByRole("region", { name: "Trade before listing" }));
  expect(await premarket.findByText("No pre-market is open right now.")).toBeVisible();
});

test("the code leads to the address of the site", async () => {
  await showLanding({ site: { sitename: "Harbour" } });

  expect(await screen.findByRole("img", { name: "QR code of the address of Harbour" })).toBeVisible();
});
