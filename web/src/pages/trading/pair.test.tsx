import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { LAYOUTS_KEY } from "@/features/trading/use-layouts";
import { TradingPage } from "@/pages/trading";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";
import { aPair, serveMarkets } from "@/testing/markets";
import { anOrder } from "@/testing/orders";
import { renderApp } from "@/testing/render-app";
import { stubDialogs, stubScreen } from "@/testing/screen";
import { TradingPairPage } from "./pair";

// jsdom has no canvas.
vi.mock("@/features/chart/price-chart", () => ({
  PriceChart: ({ orders }: { orders: readonly unknown[] }) => <p>{`Chart with ${orders.length} orders`}</p>,
}));

const PAGES: Parameters<typeof renderApp>[0] = [
  { path: "/trading", layout: null, title: () => "Trade", page: async () => TradingPage },
  { path: "/trading/$pair", layout: null, title: () => "Trade", page: async () => TradingPairPage },
];
const BTC = aPair("BTC-USDT", { ticker: { last: "100", quote_volume: "900" } });
const ETH = aPair("ETH-USDT", { ticker: { last: "10", quote_volume: "5000" } });

beforeEach(() => {
  stubDialogs();
  stubScreen(1440);
  localStorage.clear();
  queries.clear();
  serveMarkets([BTC, ETH]);
  serve("get", "/v1/pairs/{symbol}", ({ params }) => (params.symbol === "ETH-USDT" ? ETH : BTC));
  serve("get", "/v1/pairs/{symbol}/trades", { items: [], next_cursor: null });
});
afterEach(clearSession);

async function open(at = "/trading/BTC-USDT") {
  const app = renderApp(PAGES, { at });
  await screen.findByRole("form", { name: "Order" });
  return app;
}

const price = () => screen.getByRole("textbox", { name: /^Price/ });

test("without a pair the one with the most trading opens, later the one used last", async () => {
  const first = await open("/trading");
  expect(first.location()).toBe("/trading/ETH-USDT");

  await act(() => first.router.navigate({ to: "/trading/$pair", params: { pair: "BTC-USDT" } }));
  await screen.findByRole("heading", { level: 1, name: "BTC-USDT" });
  await act(() => first.router.navigate({ to: "/trading" }));
  await waitFor(() => expect(first.location()).toBe("/trading/BTC-USDT"));
});

test("a site without markets says so", async () => {
  serveMarkets([]);
  renderApp(PAGES, { at: "/trading" });

  expect(await screen.findByText("No markets yet")).toBeVisible();
});

test("a pair in small letters is found", async () => {
  const { location } = await open("/trading/btc-usdt");

  expect(location()).toBe("/trading/BTC-USDT");
});

test.each(["NOPE-USDT", "nonsense", "%3Cscript%3E"])(
  "the wrong pair %s shows the error page with a way on",
  async (symbol) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const problem = { status: 404, code: "PAIR_UNKNOWN", detail: `Pair ${symbol} doesn’t exist.` };
    serveProblem("get", "/v1/pairs/{symbol}", problem);
    renderApp(PAGES, { at: `/trading/${symbol}` });

    expect(await screen.findByRole("heading", { name: "404 Error" })).toBeVisible();
    expect(screen.getByText(`Pair ${decodeURIComponent(symbol)} doesn’t exist.`)).toBeVisible();
    expect(screen.getByRole("link", { name: "Homepage" })).toBeVisible();
  },
);

test("a server that fails is asked again in place", async () => {
  serveProblem("get", "/v1/pairs/{symbol}", { status: 503, code: "OVERLOADED" });
  const { user } = renderApp(PAGES, { at: "/trading/BTC-USDT" });
  expect(await screen.findByRole("heading", { level: 1, name: "BTC-USDT" })).toBeInTheDocument();
  await screen.findByText("Couldn’t load this");

  serve("get", "/v1/pairs/{symbol}", BTC);
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("form", { name: "Order" })).toBeVisible();
});

async function tellBook() {
  await waitFor(() => expect(liveServer.channels()).toContain("depth:BTC-USDT"));
  const book = { bids: [["99.5", "2"]], asks: [["100.25", "3"]] };
  await liveServer.pushAndRender({ channel: "depth:BTC-USDT", type: "snapshot", seq: 1, ...book });
}

test("a price that is picked in the book goes into the form", async () => {
  const { user } = await open();
  await tellBook();

  await user.click(screen.getByRole("button", { name: "100.25" }));
  expect(price()).toHaveValue("100.25");
});

test("keys choose side and type, search and help, until somebody switches them off", async () => {
  const { user } = await open();

  await user.keyboard("s");
  expect(screen.getByRole("radio", { name: "Sell" })).toBeChecked();
  await waitFor(() => expect(price()).toHaveFocus());
  await user.keyboard("b");
  expect(screen.getByRole("radio", { name: "Buy" })).toBeChecked();
  await user.keyboard("{Escape}");
  expect(document.body).toHaveFocus();

  await user.keyboard("?");
  const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  await user.click(within(help).getByRole("switch", { name: "Enable shortcuts" }));
  await user.click(within(help).getByRole("button", { name: "Close" }));
  await user.keyboard("/");
  expect(screen.queryByRole("searchbox")).toBeNull();

  await user.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
  await user.click(await screen.findByRole("switch", { name: "Enable shortcuts" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.keyboard("/");
  expect(await screen.findByRole("searchbox")).toBeVisible();
});

test("a halted market is marked as soon as it is halted", async () => {
  await open();
  await waitFor(() => expect(liveServer.channels()).toContain("site"));

  serve("get", "/v1/pairs/{symbol}", { ...BTC, status: "halted" });
  liveServer.push({ channel: "site", type: "pair", symbol: "BTC-USDT", status: "halted" });

  expect(await screen.findByText("Halted")).toBeVisible();
});

test("the screen can be arranged, and the arrangement kept by name", async () => {
  const { user } = await open();
  const handle = screen.getByRole("separator", { name: "Order book width" });
  act(() => handle.focus());
  await user.keyboard("{End}");
  expect(JSON.parse(localStorage.getItem(LAYOUTS_KEY) ?? "").current.sizes.book).toBe(560);

  await user.click(screen.getByRole("button", { name: "Customize layout" }));
  await user.click(await screen.findByRole("switch", { name: "Trades" }));
  expect(screen.queryByRole("region", { name: "Trades" })).toBeNull();
  await user.type(screen.getByRole("textbox", { name: "Layout name" }), "Quiet{Enter}");
  await user.click(screen.getByRole("button", { name: "Reset to default layout" }));
  expect(screen.getByRole("region", { name: "Trades" })).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Quiet" }));
  expect(screen.queryByRole("region", { name: "Trades" })).toBeNull();
});

test("a client's open orders are counted, drawn and listed; arrangements go along to every device", async () => {
  let client = aClient();
  serve("get", "/bff/auth/user", () => ({ client, transactions: [] }));
  serve("get", "/v1/order", { items: [anOrder({ id: 5 })], next_cursor: null });
  serve("get", "/v1/trades", { items: [], next_cursor: null });
  serve("get", "/v1/assets", { items: [], total_usdt: "0", total_btc: "0" });
  serve("get", "/v1/levels", { items: [] });
  const saved = serve("patch", "/v1/client/site-data", async ({ request }) => {
    client = { ...client, site_data: (await request.json()) as typeof client.site_data };
    return { client };
  });
  startSession("secret");
  const { user } = await open();

  expect(await screen.findByRole("tab", { name: /^Open orders ?1$/ })).toBeVisible();
  expect(await screen.findByText("Chart with 1 orders")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Customize layout" }));
  await user.type(await screen.findByRole("textbox", { name: "Layout name" }), "Mine{Enter}");
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Mine" })).toBeVisible();
});

test("the tab below the chart, and whether of all pairs, stay for the next pair", async () => {
  const { user, router } = await open();
  await user.click(screen.getByRole("tab", { name: "Order history" }));
  await user.click(screen.getByRole("checkbox", { name: "All pairs" }));

  await act(() => router.navigate({ to: "/trading/$pair", params: { pair: "ETH-USDT" } }));
  await screen.findByRole("heading", { level: 1, name: "ETH-USDT" });

  const tab = await screen.findByRole("tab", { name: "Order history" });
  expect(tab).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("checkbox", { name: "All pairs" })).toBeChecked();
});

test("visitors are shown the way in where clients have their orders", async () => {
  const { user } = await open();
  const own = screen.getByRole("region", { name: "Your orders" });

  for (const tab of ["Open orders", "Order history", "Trades"]) {
    await user.click(within(own).getByRole("tab", { name: tab }));
    expect(within(own).getByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      "/login?next=%2Ftrading%2FBTC-USDT",
    );
  }
  await user.click(within(own).getByRole("tab", { name: "Assets" }));
  expect(await within(own).findByRole("link", { name: "Sign in" })).toBeVisible();
  expect(within(own).queryByRole("button", { name: "Cancel all" })).toBeNull();
});

test("on a phone a price that is picked opens the form with it", async () => {
  stubScreen(390);
  const { user } = renderApp(PAGES, { at: "/trading/BTC-USDT" });
  await user.click(await screen.findByRole("tab", { name: "Book" }));
  await tellBook();

  await user.click(screen.getByRole("button", { name: "100.25" }));

  const sheet = await screen.findByRole("dialog", { name: "Order" });
  expect(await within(sheet).findByLabelText("Price")).toHaveValue("100.25");
});

test("on a phone the form comes as a sheet, and panels by tabs", async () => {
  stubScreen(390);
  const { user } = renderApp(PAGES, { at: "/trading/BTC-USDT" });
  await user.click(await screen.findByRole("tab", { name: "Book" }));
  expect(screen.getByRole("region", { name: "Order book" })).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Sell BTC" }));
  const sheet = await screen.findByRole("dialog", { name: "Order" });
  expect(await within(sheet).findByRole("radio", { name: "Sell" })).toBeChecked();
  await user.click(within(sheet).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("form", { name: "Order" })).toBeNull();
});
