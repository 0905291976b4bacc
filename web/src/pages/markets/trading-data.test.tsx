import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { TradingDataItem } from "@/features/trading-data/trading-data-query";
import { serve, serveProblem } from "@/testing/fake-server";
import { aPair } from "@/testing/markets";
import { renderPage } from "@/testing/render-page";
import { TradingDataPage } from "./trading-data";

const DATA = "/v1/markets/trading-data";
const BEGIN = Date.UTC(2026, 10, 15);
const pairs = [
  aPair("ETH-USDT", { ticker: { quote_volume: "5" } }),
  aPair("BTC-USDT", { ticker: { quote_volume: "900" } }),
];

function anItem(place: number, parts: Partial<TradingDataItem> = {}): TradingDataItem {
  return {
    start_ms: BEGIN + place * 86_400_000,
    taker_buy_volume: "2",
    taker_sell_volume: "1.5",
    aggressor_ratio: "0.571429",
    spread_bps: "1.114",
    depth_imbalance: "-0.25",
    volatility: "0.0123",
    ...parts,
  };
}

function show(items: readonly TradingDataItem[], at = "/markets/trading-data?period=1d") {
  serve("get", "/v1/pairs", { items: pairs, next_cursor: null });
  const asked = serve("get", DATA, ({ request }) => {
    const query = new URL(request.url).searchParams;
    return { symbol: query.get("symbol"), period: query.get("period"), items: [...items] };
  });
  return { asked, user: renderPage(<TradingDataPage />, { at }) };
}

const queryOf = (request: Request | undefined) => new URL(request?.url ?? "").searchParams.toString();

test("every metric is shown with its newest figures and what it means", async () => {
  show([anItem(0), anItem(1, { taker_buy_volume: "1234.5" })]);

  const volume = await screen.findByRole("slider", { name: "Taker volume" });
  expect(volume).toHaveAttribute("aria-valuetext", "16.11.2026: Bought 1,234.5 BTC, Sold 1.5 BTC");
  const said = ["Aggressor ratio", "Spread", "Depth imbalance", "Realized volatility"].map((name) =>
    screen.getByRole("slider", { name }).getAttribute("aria-valuetext"),
  );
  expect(said).toEqual([
    "16.11.2026: Bought by takers 57.14%",
    "16.11.2026: Spread 1.11 bps",
    "16.11.2026: Bids over asks -25%",
    "16.11.2026: Volatility 1.23%",
  ]);
  expect(screen.getByText(/Not annualized/)).toBeVisible();
});

test("without a choice the busiest pair is shown by the hour", async () => {
  const { asked } = show([anItem(0)], "/markets/trading-data");

  await screen.findByRole("slider", { name: "Spread" });
  expect(queryOf(asked[0])).toBe("symbol=BTC-USDT&period=1h");
});

test("the pair and the period are kept in the address", async () => {
  const { asked, user } = show([anItem(0)], "/markets/trading-data?symbol=eth-usdt&period=4h");
  await screen.findByRole("slider", { name: "Spread" });
  expect(queryOf(asked[0])).toBe("symbol=ETH-USDT&period=4h");

  await user.click(screen.getByRole("button", { name: "15m, 15 minutes" }));
  expect(user.location()).toBe("/markets/trading-data?symbol=ETH-USDT&period=15m");

  await user.clear(screen.getByRole("combobox", { name: "Pair" }));
  await user.type(screen.getByRole("combobox", { name: "Pair" }), "btc");
  await user.click(await screen.findByRole("option", { name: "BTC-USDT" }));
  expect(user.location()).toBe("/markets/trading-data?symbol=BTC-USDT&period=15m");
});

test("the keyboard moves through the periods, in all charts together", async () => {
  const { user } = show([anItem(0), anItem(1), anItem(2, { spread_bps: "9" })]);
  const spread = await screen.findByRole("slider", { name: "Spread" });

  spread.focus();
  await user.keyboard("{ArrowLeft}");

  expect(spread).toHaveAttribute("aria-valuetext", "16.11.2026: Spread 1.11 bps");
  expect(screen.getByRole("slider", { name: "Aggressor ratio" })).toHaveAttribute("aria-valuenow", "1");
  await user.keyboard("{Home}");
  expect(spread).toHaveAttribute("aria-valuenow", "0");
  await user.keyboard("{End}");
  expect(spread).toHaveAttribute("aria-valuetext", "17.11.2026: Spread 9 bps");
});

test("the pointer shows the figures of the period it is on", async () => {
  show([anItem(0, { volatility: "0.5" }), anItem(1)]);
  const chart = await screen.findByRole("slider", { name: "Realized volatility" });
  vi.spyOn(chart, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 200, 100));

  fireEvent.pointerMove(chart, { clientX: 40 });
  expect(within(chart).getByText("15.11.2026")).toBeVisible();
  expect(within(chart).getByText("50%")).toBeVisible();
  fireEvent.pointerLeave(chart);

  expect(within(chart).queryByText("15.11.2026")).toBeNull();
});

test("a metric of which nothing is known says so, and so does one value that is missing", async () => {
  show([
    anItem(0, { spread_bps: null, depth_imbalance: null }),
    anItem(1, { spread_bps: null, depth_imbalance: null, aggressor_ratio: null }),
  ]);

  const ratio = await screen.findByRole("slider", { name: "Aggressor ratio" });
  expect(ratio).toHaveAttribute("aria-valuetext", "16.11.2026: Bought by takers –");
  expect(screen.getAllByText("No data for this range.")).toHaveLength(2);
  expect(screen.queryByRole("slider", { name: "Spread" })).toBeNull();
});

test("all figures can be read as a table", async () => {
  const { user } = show([anItem(0), anItem(1)]);

  await user.click(await screen.findByRole("button", { name: "Show as table" }));

  const table = within(screen.getByRole("table", { name: "BTC-USDT trading data" }));
  expect(table.getAllByRole("row")).toHaveLength(3);
  expect(table.getAllByText("1.11 bps")).toHaveLength(2);
});

test("a quiet market says so", async () => {
  const none = { taker_buy_volume: "0", taker_sell_volume: "0", aggressor_ratio: null, spread_bps: null };
  show([anItem(0, { ...none, depth_imbalance: null, volatility: "0" })]);

  expect(await screen.findByText("No trades in this range")).toBeVisible();
});

test("a pair that there is not is named, and others can be chosen", async () => {
  const { asked } = show([anItem(0)], "/markets/trading-data?symbol=NO-PE");

  expect(await screen.findByText("Pair NO-PE doesn’t exist")).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Pair" })).toBeVisible();
  expect(asked).toHaveLength(0);
});

test("a failing server leaves a way to try again", async () => {
  serve("get", "/v1/pairs", { items: pairs, next_cursor: null });
  serveProblem("get", DATA, { status: 500, code: "INTERNAL" });
  const user = renderPage(<TradingDataPage />);
  await screen.findByText("Couldn’t load this");

  serve("get", DATA, { symbol: "BTC-USDT", period: "1h", items: [anItem(0)] });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("slider", { name: "Spread" })).toBeVisible();
});

test("an exchange without pairs says so", async () => {
  serve("get", "/v1/pairs", { items: [], next_cursor: null });
  renderPage(<TradingDataPage />);

  expect(await screen.findByText("No pairs listed yet")).toBeVisible();
});
