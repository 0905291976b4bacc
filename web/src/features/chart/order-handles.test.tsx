import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ProblemError } from "@/api/problem-error";
import { aCandle, aChartOrder, candlePage, drawnSeries, findHandle, renderChart } from "@/testing/chart";
import { serve } from "@/testing/fake-server";
import "@/testing/fake-socket";
import { aPair } from "@/testing/markets";

vi.mock("lightweight-charts", () => import("@/testing/fake-charts"));

const CANDLES = "/v1/pairs/{symbol}/candles";

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

test("an order is moved by tick with the keyboard and confirmed with Enter", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const move = vi.fn(async () => true);
  const user = renderChart({ orders: [aChartOrder()], moveOrders: { riskOf: () => "sure", move } });

  const handle = await findHandle("Buy 0.5 BTC");
  expect(handle).toHaveAttribute("aria-valuetext", "95 USDT");
  handle.focus();
  await user.keyboard("{ArrowUp}{Shift>}{ArrowUp}{/Shift}");
  expect(drawnSeries("Candlestick").lines[0]?.price).toBe(95.11);
  expect(move).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");

  expect(move).toHaveBeenCalledExactlyOnceWith(7, "95.11");
  await waitFor(() => expect(handle).toHaveAttribute("aria-valuetext", "95.11 USDT"));
});

test("Escape leaves the order where it is", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const move = vi.fn(async () => true);
  const user = renderChart({ orders: [aChartOrder()], moveOrders: { riskOf: () => "sure", move } });

  (await findHandle("Buy 0.5 BTC")).focus();
  await user.keyboard("{ArrowDown}{Escape}{Enter}");

  expect(move).not.toHaveBeenCalled();
  expect(drawnSeries("Candlestick").lines[0]?.price).toBe(95);
});

test("an order is dragged to another price, which snaps to the tick", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const move = vi.fn(async () => true);
  renderChart({ orders: [aChartOrder()], moveOrders: { riskOf: () => "sure", move } });

  const handle = await findHandle("Buy 0.5 BTC");
  handle.setPointerCapture = () => undefined;
  fireEvent.pointerDown(handle, { button: 0, clientY: 500, pointerId: 1 });
  fireEvent.pointerMove(handle, { clientY: 620.004, pointerId: 1 });
  fireEvent.pointerUp(handle, { pointerId: 1 });

  // Without a layout the handle is at 0: dragging by 120 pixels gives 1,000 - 120.
  await waitFor(() => expect(move).toHaveBeenCalledExactlyOnceWith(7, "880"));
});

test("a refused move puts the order back and says why", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const move = async () => {
    throw new ProblemError(422, {
      code: "PRICE_OUT_OF_BAND",
      detail: "The price is too far from the market.",
    });
  };
  const user = renderChart({ orders: [aChartOrder()], moveOrders: { riskOf: () => "sure", move } });

  const handle = await findHandle("Buy 0.5 BTC");
  handle.focus();
  await user.keyboard("{ArrowUp}{Enter}");

  expect(await screen.findByText("Order unchanged at 95")).toBeVisible();
  expect(screen.getByText("The price is too far from the market.")).toBeVisible();
  await waitFor(() => expect(handle).toHaveAttribute("aria-valuetext", "95 USDT"));
  expect(drawnSeries("Candlestick").lines[0]?.price).toBe(95);
});

test.each([
  ["the leg of a pair", { orders: [aChartOrder({ list_id: 3 })] }],
  ["the order of a halted pair", { pair: aPair("BTC-USDT", { status: "halted" }), orders: [aChartOrder()] }],
])("%s stays where it is", async (_, parts) => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const move = vi.fn(async () => true);
  const user = renderChart({ ...parts, moveOrders: { riskOf: () => "sure", move } });

  const handle = await findHandle("Buy 0.5 BTC");
  expect(handle).toHaveAttribute("aria-readonly", "true");
  handle.focus();
  await user.keyboard("{ArrowUp}{Enter}");

  expect(handle).toHaveAttribute("aria-valuetext", "95 USDT");
  expect(move).not.toHaveBeenCalled();
});

test("one tab stop leads to all orders, and left and right go from one to the next", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const second = aChartOrder({ id: 8, side: "sell", price: "105", remaining_quantity: "2" });
  const user = renderChart({ orders: [aChartOrder(), second] });

  const first = await findHandle("Buy 0.5 BTC");
  const other = await findHandle("Sell 2 BTC");
  expect([first.tabIndex, other.tabIndex]).toEqual([0, -1]);
  first.focus();
  await user.keyboard("{ArrowRight}");

  expect(other).toHaveFocus();
  expect([first.tabIndex, other.tabIndex]).toEqual([-1, 0]);
});

test("an order out of view is short, and still says all to whoever points at it", async () => {
  serve("get", CANDLES, candlePage([aCandle(0)]));
  const outside = aChartOrder({ id: 8, price: "5000", remaining_quantity: "2" });
  renderChart({ orders: [aChartOrder(), outside] });

  expect(await findHandle("Buy 0.5 BTC")).not.toHaveAttribute("data-outside");
  const handle = await findHandle("Buy 2 BTC");
  await waitFor(() => expect(handle).toHaveAttribute("data-outside"));
  expect(handle).toHaveAttribute("title", "Buy 2 BTC at 5,000 USDT");
});
