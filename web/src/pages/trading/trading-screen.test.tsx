import { screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { queries } from "@/api/queries";
import { serve } from "@/testing/fake-server";
import "@/testing/fake-socket";
import { aPair, serveMarkets } from "@/testing/markets";
import { renderApp } from "@/testing/render-app";
import { resizeScreen, stubDialogs, stubScreen } from "@/testing/screen";
import { TradingPairPage } from "./pair";

// jsdom has no canvas.
vi.mock("@/features/chart/price-chart", () => ({ PriceChart: FakeChart }));

function FakeChart() {
  const [zoom, setZoom] = useState(1);
  return <button type="button" onClick={() => setZoom(zoom + 1)}>{`Zoom ${zoom}`}</button>;
}

beforeEach(() => {
  stubDialogs();
  localStorage.clear();
  queries.clear();
  const pair = aPair("BTC-USDT", { ticker: { last: "100", quote_volume: "900" } });
  serveMarkets([pair]);
  serve("get", "/v1/pairs/{symbol}", pair);
  serve("get", "/v1/pairs/{symbol}/trades", { items: [], next_cursor: null });
});

function open(width: number) {
  stubScreen(width);
  const page = {
    path: "/trading/$pair",
    layout: null,
    title: () => "Trade",
    page: async () => TradingPairPage,
  };
  return renderApp([page], { at: "/trading/BTC-USDT" });
}

test("turning a phone keeps the draft and the chart", async () => {
  const { user } = open(390);
  await user.click(await screen.findByRole("button", { name: "Zoom 1" }));
  await user.click(screen.getByRole("button", { name: "Sell BTC" }));
  await user.type(await screen.findByLabelText("Amount"), "2");

  for (const width of [844, 1440, 844, 390]) {
    resizeScreen(width);
    expect(screen.getByRole("button", { name: "Zoom 2" })).toBeInTheDocument();
    expect(await screen.findByLabelText("Amount")).toHaveValue("2");
    expect(screen.getByRole("radio", { name: "Sell" })).toBeChecked();
  }
});

test("a narrower window keeps the chart that was chosen", async () => {
  const { user } = open(1440);
  await user.click(await screen.findByRole("tab", { name: "Depth" }));

  resizeScreen(1000);

  expect(screen.getByRole("tab", { name: "Depth" })).toHaveAttribute("aria-selected", "true");
});
