import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OrderLine } from "./chart-orders";
import type { ChartView } from "./chart-view";
import { useOrderMove } from "./use-order-move";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const view = { moveOrder: vi.fn() } as unknown as ChartView;
const line: OrderLine = {
  key: "7-price",
  orderId: 7,
  side: "buy",
  part: "price",
  price: "100",
  quantity: "1",
  canMove: true,
};

function renderMove() {
  const orders = { riskOf: () => "sure" as const, move: vi.fn(async () => true) };
  const hook = renderHook(({ price }) => useOrderMove(view, { ...line, price }, orders), {
    initialProps: { price: "100" },
  });
  return { ...hook, orders };
}

test("an order that was set back elsewhere is shown where it is, and can be moved again", async () => {
  const { result, rerender, orders } = renderMove();
  await act(() => result.current.confirm("105"));
  expect(result.current.price).toBe("105");

  rerender({ price: "105" });
  rerender({ price: "100" });
  expect(result.current.price).toBe("100");

  await act(() => result.current.confirm("105"));
  expect(orders.move).toHaveBeenCalledTimes(2);
});

test("without an update after a move, the price that is known is shown", async () => {
  const { result } = renderMove();
  await act(() => result.current.confirm("105"));

  act(() => void vi.advanceTimersByTime(5_000));

  expect(result.current.price).toBe("100");
});
