import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { anOrder } from "@/testing/orders";
import type { Order } from "./api";
import { AmountCell, FilledCell, TotalCell, TypeCell } from "./order-cells";

const MORNING = new Date(2026, 11, 3, 9, 5).getTime() / 1000;

function typeOf(parts: Partial<Order>): string {
  const { container, unmount } = render(<TypeCell order={anOrder(parts)} />);
  const text = container.textContent ?? "";
  unmount();
  return text;
}

test("the type says what an order has beyond it, in words", () => {
  expect(typeOf({})).toBe("Limit");
  expect(typeOf({ display_quantity: "0.5" })).toBe("Limit shows 0.5");
  expect(typeOf({ time_in_force: "gtd", expire_at: MORNING })).toBe("Limit until 03.12.2026 09:05");
  expect(typeOf({ time_in_force: "ioc" })).toBe("Limit immediate or cancel");
  expect(typeOf({ type: "trailing_stop", price: null, trailing_delta_bps: 150 })).toBe(
    "Trailing stop by 1.5%",
  );
  expect(typeOf({ type: "market", price: null, quote_quantity: "1000" })).toBe("Market for 1,000 USDT");
});

test("what stands together is said in one breath, and again where it is cut", () => {
  const order = anOrder({
    list_id: 7,
    post_only: true,
    time_in_force: "gtd",
    expire_at: MORNING,
    display_quantity: "0.5",
  });
  render(<TypeCell order={order} />);

  expect(screen.getByTitle("Limit OCO, post-only, until 03.12.2026 09:05, shows 0.5")).toBeVisible();
});

test("the stop price of an order is part of its type once it has ended", () => {
  const stop = { type: "stop_market", price: null, stop_price: "90" } as const;

  expect(typeOf({ ...stop, status: "untriggered" })).toBe("Stop market");
  expect(typeOf({ ...stop, status: "canceled" })).toBe("Stop market at 90");
});

test("an order by total says its total, and how much of it was spent", () => {
  const order = anOrder({
    type: "market",
    price: null,
    quote_quantity: "1000",
    quantity: "0",
    status: "new",
  });
  const { rerender } = render(<AmountCell order={order} />);
  expect(screen.getByText("by total")).toBeVisible();

  rerender(<TotalCell order={order} />);
  expect(screen.getByTitle("1,000 USDT")).toBeVisible();

  const spent = { quantity: "2", filled_quantity: "2", filled_quote: "250" };
  rerender(<FilledCell order={{ ...order, ...spent, status: "expired" }} />);
  expect(screen.getByText("25%")).toBeVisible();

  rerender(<FilledCell order={{ ...order, ...spent, filled_quote: "999.9", status: "filled" }} />);
  expect(screen.getByText("100%")).toBeVisible();
});
