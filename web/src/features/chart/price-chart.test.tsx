import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  aCandle,
  aChartOrder,
  candlePage,
  drawnChart,
  drawnSeries,
  FIRST_CANDLE_MS,
  isDrawn,
  renderChart,
} from "@/testing/chart";
import { charts } from "@/testing/fake-charts";
import { serve, serveProblem } from "@/testing/fake-server";
import { liveServer } from "@/testing/fake-socket";

vi.mock("lightweight-charts", () => import("@/testing/fake-charts"));

const CANDLES = "/v1/pairs/{symbol}/candles";

const findChart = () => screen.findByRole("slider", { name: /^Price chart of BTC-USDT/ });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

test("the chart shows the candles, their volume and the newest figures", async () => {
  serve("get", CANDLES, candlePage([aCandle(0), aCandle(1, "104.5")]));
  renderChart();

  await isDrawn();
  expect(drawnSeries("Candlestick").points.map(({ close }) => close)).toEqual([100, 104.5]);
  expect(drawnSeries("Histogram").points.map(({ value }) => value)).toEqual([2.5, 2.5]);
  expect(await screen.findByText("104.50")).toBeInTheDocument();
  expect(screen.getByText("4.50%")).toBeInTheDocument();
});

test("nothing is drawn before the first trade", async () => {
  serve("get", CANDLES, candlePage([]));
  renderChart();
  await screen.findByText("No trades yet");
  expect(charts).toHaveLength(0);

  await waitFor(() => liveServer.push({ channel: "candles:BTC-USDT:15m", type: "candle", ...aCandle(0) }));
  await isDrawn();
  expect(drawnSeries("Candlestick").points).toHaveLength(1);
});

test("a tick changes the last point alone and never sets all the data again", async () => {
  // What is asked for again after the socket has connected is never older than what was pushed.
  const candles = [aCandle(0), aCandle(1)];
  serve("get", CANDLES, () => candlePage(candles));
  async function tick(candle: ReturnType<typeof aCandle>) {
    candles.splice(-1, 1, ...candles.slice(-1).filter((last) => last.start_ms !== candle.start_ms), candle);
    await liveServer.pushAndRender({ channel: "candles:BTC-USDT:15m", type: "candle", ...candle });
  }
  renderChart();
  await isDrawn();
  // The socket connects after the candles have loaded.
  await waitFor(() => liveServer.push({ channel: "candles:BTC-USDT:15m", type: "candle", ...aCandle(1) }));
  const before = drawnSeries("Candlestick").setCount;

  await tick(aCandle(1, "107"));
  await tick(aCandle(2, "108"));

  const { points, setCount } = drawnSeries("Candlestick");
  expect(points.map(({ close }) => close)).toEqual([100, 107, 108]);
  expect(setCount).toBe(before);
  expect(await screen.findByText("108.00")).toBeInTheDocument();
});

test("another interval asks for its candles and is remembered", async () => {
  const asked = serve("get", CANDLES, candlePage([aCandle(0)]));
  const user = renderChart();

  await user.click(await screen.findByRole("button", { name: "1h, 1 hour" }));

  await waitFor(() => expect(asked.at(-1)?.url).toContain("interval=1h"));
  expect(screen.getByRole("button", { name: "1h, 1 hour" })).toHaveAttribute("aria-pressed", "true");
  expect(JSON.parse(localStorage.getItem("cw:chart") ?? "")).toMatchObject({ interval: "1h" });
});

test("an indicator is added with its own pane, set up and removed", async () => {
  serve(
    "get",
    CANDLES,
    candlePage(Array.from({ length: 30 }, (_, place) => aCandle(place, String(100 + (place % 3))))),
  );
  const user = renderChart();
  await isDrawn();

  await user.click(screen.getByRole("button", { name: "Indicators" }));
  await user.click(await screen.findByRole("combobox", { name: "Add indicator" }));
  await user.click(await screen.findByRole("option", { name: "Relative strength index" }));
  await waitFor(() => expect(drawnChart().series.map(({ pane }) => pane)).toContain(1));

  await user.click(await screen.findByRole("button", { name: "RSI 14 settings" }));
  const period = screen.getByRole("spinbutton", { name: "Period" });
  await user.clear(period);
  await user.type(period, "7");
  expect(await screen.findByRole("button", { name: "Remove RSI 7" })).toBeVisible();
  expect(JSON.parse(localStorage.getItem("cw:chart") ?? "").indicators).toEqual([
    { id: "rsi-1", kind: "rsi", numbers: [7], colours: ["warn"] },
  ]);

  await user.click(screen.getByRole("button", { name: "Remove RSI 7" }));
  await waitFor(() => expect(drawnChart().series.every(({ pane }) => pane === 0)).toBe(true));
});

test("another chart type is chosen by keyboard, and Escape leaves a panel", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const user = renderChart();
  await isDrawn();

  await user.click(screen.getByRole("button", { name: "Candles" }));
  const types = within(await screen.findByRole("dialog", { name: "Chart type" }));
  expect(types.getByRole("button", { name: "Candles" })).toHaveFocus();
  await user.click(types.getByRole("button", { name: "Area" }));
  await waitFor(() => expect(drawnSeries("Area").points).toHaveLength(1));
  expect(screen.queryByRole("dialog")).toBeNull();

  await user.click(screen.getByRole("button", { name: "Chart settings" }));
  await screen.findByRole("dialog", { name: "Chart settings" });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Chart settings" })).toHaveFocus();
});

test("a press elsewhere on the page closes a panel; one on its own list or the toolbar does not", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const user = renderChart();
  await isDrawn();

  await user.click(screen.getByRole("button", { name: "Indicators" }));
  await user.click(await screen.findByRole("combobox", { name: "Add indicator" }));
  await user.click(await screen.findByRole("option", { name: "Relative strength index" }));
  await user.click(screen.getByRole("button", { name: "1h, 1 hour" }));
  expect(screen.getByRole("dialog", { name: "Indicators" })).toBeVisible();

  await user.click(screen.getByRole("main"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("scrolling to the beginning loads what lies before", async () => {
  const newest = Array.from({ length: 500 }, (_, place) => aCandle(place));
  const asked = serve("get", CANDLES, ({ request }) =>
    new URL(request.url).searchParams.has("to") ? candlePage([aCandle(-2), aCandle(-1)]) : candlePage(newest),
  );
  renderChart();
  await isDrawn();

  drawnChart().scrollTo(10);

  await waitFor(() => expect(drawnSeries("Candlestick").points).toHaveLength(502));
  expect(new URL(asked.at(-1)?.url ?? "").searchParams.get("to")).toBe(String(FIRST_CANDLE_MS));
});

test("the keyboard walks from candle to candle and says their figures", async () => {
  serve("get", CANDLES, candlePage([aCandle(0), aCandle(1, "98")]));
  const user = renderChart();
  const slider = await findChart();
  await isDrawn();

  slider.focus();
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(slider).toHaveAttribute("aria-valuenow", "0");
  expect(slider).toHaveAttribute("aria-valuetext", expect.stringContaining("close 100.00, unchanged"));
  await user.keyboard("{ArrowRight}");

  expect(slider).toHaveAttribute("aria-valuetext", expect.stringContaining("close 98.00, down 2.00%"));
  expect(drawnChart().pointed?.price).toBe(98);
  await user.keyboard("{Escape}");
  expect(drawnChart().pointed).toBeNull();
});

test("orders and fills can be taken off the chart", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const fill = {
    id: 1,
    side: "buy" as const,
    price: "99",
    quantity: "0.25",
    created_at: FIRST_CANDLE_MS / 1000 + 5,
  };
  const user = renderChart({ orders: [aChartOrder()], fills: [fill] });
  expect(await screen.findByText("▲ You bought 0.25 BTC at 99")).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Chart settings" }));
  await user.click(await screen.findByRole("switch", { name: "Your fills" }));
  await user.click(screen.getByRole("switch", { name: "Your open orders" }));

  expect(screen.queryByText(/You bought/)).toBeNull();
  expect(screen.queryByRole("slider", { name: "Buy 0.5 BTC" })).toBeNull();
  expect(screen.getByRole("link", { name: "Charts by TradingView" })).toHaveAttribute(
    "href",
    "https://www.tradingview.com/",
  );
});

test("a market without trades says so", async () => {
  serve("get", CANDLES, candlePage([]));
  renderChart();

  expect(await screen.findByText("No trades yet")).toBeVisible();
});

test("a failing server leaves a way to try again", async () => {
  serveProblem("get", CANDLES, { status: 500, code: "INTERNAL" });
  const user = renderChart();
  await screen.findByText("Couldn’t load the chart");

  serve("get", CANDLES, candlePage([aCandle(0)]));
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await isDrawn();
  expect(screen.queryByText("Couldn’t load the chart")).toBeNull();
});

test("the candles can be read as a table", async () => {
  serve("get", CANDLES, candlePage([aCandle(0), aCandle(1, "98")]));
  const user = renderChart();
  await isDrawn();

  await user.click(screen.getByRole("button", { name: "Show as table" }));

  const table = within(await screen.findByRole("table", { name: "BTC-USDT, 15 minutes candles" }));
  const rows = table.getAllByRole("row");
  expect(rows).toHaveLength(3);
  expect(within(rows[1] ?? expect.unreachable()).getByText("98.00")).toBeVisible();
});

test("the chart says that it is not live", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  renderChart({ isStale: true });

  expect(await screen.findByText("Not live")).toBeInTheDocument();
});
