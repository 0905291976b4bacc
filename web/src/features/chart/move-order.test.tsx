import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { MoveRisk } from "@/lib/move-risk";
import { aCandle, aChartOrder, candlePage, drawnSeries, findHandle, renderChart } from "@/testing/chart";
import { serve } from "@/testing/fake-server";
import "@/testing/fake-socket";

vi.mock("lightweight-charts", () => import("@/testing/fake-charts"));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  serve("get", "/v1/pairs/{symbol}/candles", candlePage([aCandle(0)]));
});

/** Drags the order at 95 to 880; `risk` is what each move takes. */
async function drag(risk: MoveRisk, { isOpen = true, side = "buy" as "buy" | "sell" } = {}) {
  const move = vi.fn(async () => isOpen);
  const riskOf = vi.fn((): MoveRisk => risk);
  const user = renderChart({ orders: [aChartOrder({ side })], moveOrders: { riskOf, move } });
  const handle = await findHandle(side === "buy" ? "Buy 0.5 BTC" : "Sell 0.5 BTC");
  handle.setPointerCapture = () => undefined;
  handle.focus();
  fireEvent.pointerDown(handle, { button: 0, clientY: 500, pointerId: 1 });
  fireEvent.pointerMove(handle, { clientY: 620.004, pointerId: 1 });
  fireEvent.pointerUp(handle, { pointerId: 1 });
  return { user, handle, move, riskOf };
}

const linePrice = () => drawnSeries("Candlestick").lines[0]?.price;

test.each([
  ["unsure", "buy", "Confirm"],
  ["fills", "buy", "Buy now"],
  ["fills", "sell", "Sell now"],
] as const)("a drag that is %s for a %s waits for a confirmation", async (risk, side, label) => {
  const { user, handle, move, riskOf } = await drag(risk, { side });
  expect(await screen.findByRole("button", { name: label })).toBeVisible();
  expect(riskOf).toHaveBeenLastCalledWith(side, "880");
  expect(move).not.toHaveBeenCalled();
  expect(linePrice()).toBe(880);

  await user.click(screen.getByRole("button", { name: label }));

  expect(move).toHaveBeenCalledExactlyOnceWith(7, "880");
  expect(await screen.findByText("Order moved to 880")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  expect(handle).toHaveAttribute("aria-valuetext", "880 USDT");
});

test("Back leaves the order where it is", async () => {
  const { user, handle, move } = await drag("unsure");

  await user.click(await screen.findByRole("button", { name: "Back" }));

  expect(move).not.toHaveBeenCalled();
  expect(linePrice()).toBe(95);
  expect(handle).toHaveAttribute("aria-valuetext", "95 USDT");
});

test("leaving the handle without an answer leaves the order where it is", async () => {
  const { user, move } = await drag("unsure");
  await user.tab();
  expect(screen.getByRole("button", { name: "Confirm" })).toHaveFocus();

  await user.tab();
  await user.tab();

  await waitFor(() => expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull());
  expect(move).not.toHaveBeenCalled();
  expect(linePrice()).toBe(95);
});

test("a drag that is sure moves at once, and can be undone", async () => {
  const { user, move } = await drag("sure");
  expect(await screen.findByText("Order moved to 880")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Undo" }));

  await waitFor(() => expect(move).toHaveBeenLastCalledWith(7, "95"));
  expect(await screen.findByText("Order moved to 95")).toBeVisible();
});

test.each([
  ["fills", "Buy now"],
  ["stale", "Confirm"],
] as const)("undoing asks first when the market is %s by now", async (risk, label) => {
  const { user, move, riskOf } = await drag("sure");
  riskOf.mockReturnValue(risk);

  await user.click(await screen.findByRole("button", { name: "Undo" }));

  expect(await screen.findByRole("button", { name: label })).toBeVisible();
  expect(move).toHaveBeenCalledOnce();
});

test("an order that was filled at its new price offers nothing to undo", async () => {
  const { move } = await drag("sure", { isOpen: false });

  await waitFor(() => expect(move).toHaveBeenCalledOnce());
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
