import { screen } from "@testing-library/react";
import { expect } from "vitest";
import type { Candle } from "@/api/pairs";
import { Toaster } from "@/design/toaster";
import type { ChartOrder } from "@/features/chart/chart-orders";
import { PriceChart, type PriceChartProps } from "@/features/chart/price-chart";
import { charts, type FakeChart } from "./fake-charts";
import { aPair } from "./markets";
import { renderPage } from "./render-page";

export const QUARTER_MS = 15 * 60_000;
export const FIRST_CANDLE_MS = Date.UTC(2026, 10, 15, 12);

/** The 15-minute candle at an index; only its close varies. */
export function aCandle(place: number, close = "100"): Candle {
  return {
    start_ms: FIRST_CANDLE_MS + place * QUARTER_MS,
    open: "100",
    high: "110",
    low: "90",
    close,
    volume: "2.5",
    quote_volume: "250",
    closed: true,
  };
}

export const candlePage = (candles: readonly Candle[]) => ({ items: [...candles], next_cursor: null });

export function aChartOrder(parts: Partial<ChartOrder> = {}): ChartOrder {
  return {
    id: 7,
    side: "buy",
    type: "limit",
    status: "new",
    price: "95",
    stop_price: null,
    remaining_quantity: "0.5",
    list_id: null,
    ...parts,
  };
}

/** The chart of BTC-USDT; the test replaces lightweight-charts with `fake-charts`. */
export function renderChart(parts: Partial<PriceChartProps> = {}) {
  charts.length = 0;
  return renderPage(
    <main>
      <PriceChart
        pair={aPair("BTC-USDT")}
        orders={[]}
        fills={[]}
        moveOrders={{ riskOf: () => "sure", move: async () => true }}
        {...parts}
      />
      <Toaster />
    </main>,
  );
}

/** The chart that was created last. */
export function drawnChart(): FakeChart {
  return charts.at(-1) ?? expect.unreachable();
}

export function drawnSeries(kind: string) {
  return drawnChart().series.find((series) => series.kind === kind) ?? expect.unreachable();
}

export const isDrawn = () => expect.poll(() => drawnSeries("Candlestick").points.length).toBeGreaterThan(0);

/** The drag handle of an order, once the chart is drawn: before that it has no price scale. */
export async function findHandle(name: string) {
  const handle = await screen.findByRole("slider", { name });
  await isDrawn();
  return handle;
}
