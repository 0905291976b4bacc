import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { pairsQuery } from "@/api/pairs";
import { queries } from "@/api/queries";
import { QueryProvider } from "@/api/query-provider";
import { aPair } from "@/testing/markets";
import { anOrder } from "@/testing/orders";
import type { Order } from "./api";
import {
  AmountCell,
  ConditionCell,
  FilledCell,
  PriceCell,
  PriceFigure,
  TotalCell,
  TypeCell,
} from "./order-cells";

const MORNING = new Date(2026, 11, 3, 9, 5).getTime() / 1000;

const PAIRS = [aPair("BTC-USDT"), aPair("SHIB-USDT", { tick_size: "0.00000001" })];

beforeEach(() => queries.setQueryData(pairsQuery.queryKey, PAIRS));

const show = (cell: ReactNode) => render(cell, { wrapper: QueryProvider });

function typeOf(parts: Partial<Order>): string {
  const { container, unmount } = show(<TypeCell order={anOrder(parts)} />);
  const text = container.textContent ?? "";
  unmount();
  return text;
}

test("the type says what an order has beyond it, in words", () => {
  expect(typeOf({})).toBe("Limit");
  expect(typeOf({ display_quantity: "0.5" })).toBe("Limit Visible 0.5");
  expect(typeOf({ time_in_force: "gtd", expire_at: MORNING })).toBe("Limit Until 03.12.2026 09:05");
  expect(typeOf({ time_in_force: "ioc" })).toBe("Limit Immediate or cancel");
  expect(typeOf({ type: "trailing_stop", price: null, trailing_delta_bps: 150 })).toBe(
    "Trailing stop Trailing 1.5%",
  );
  expect(typeOf({ type: "market", price: null, quote_quantity: "1000" })).toBe("Market Total 1,000 USDT");
});

test("what stands together is said in one breath, and again where it is cut", () => {
  const order = anOrder({
    list_id: 7,
    post_only: true,
    time_in_force: "gtd",
    expire_at: MORNING,
    display_quantity: "0.5",
  });
  show(<TypeCell order={order} />);

  expect(screen.getByTitle("Limit OCO · Post-only · Until 03.12.2026 09:05 · Visible 0.5")).toBeVisible();
});

test("the stop price of an order is part of its type once it has ended", () => {
  const stop = { type: "stop_market", price: null, stop_price: "90" } as const;

  expect(typeOf({ ...stop, status: "untriggered" })).toBe("Stop market");
  expect(typeOf({ ...stop, status: "canceled" })).toBe("Stop market Trigger 90.00");
});

test("an order by total says its total, and how much of it was spent", () => {
  const order = anOrder({
    type: "market",
    price: null,
    quote_quantity: "1000",
    quantity: "0",
    status: "new",
  });
  const { rerender } = show(<AmountCell order={order} />);
  expect(screen.getByText("by total")).toBeVisible();

  rerender(<TotalCell order={order} />);
  expect(screen.getByTitle("1,000 USDT")).toBeVisible();

  const spent = { quantity: "2", filled_quantity: "2", filled_quote: "250" };
  rerender(<FilledCell order={{ ...order, ...spent, status: "expired" }} />);
  expect(screen.getByText("25%")).toBeVisible();

  rerender(<FilledCell order={{ ...order, ...spent, filled_quote: "999.9", status: "filled" }} />);
  expect(screen.getByText("100%")).toBeVisible();
});

test("prices have the decimals of their own pair, so that they stand in line", () => {
  show(
    <>
      <PriceCell order={anOrder({ price: "98117.8" })} />
      <PriceCell order={anOrder({ symbol: "SHIB-USDT", price: "0.0000123" })} />
      <PriceFigure symbol="BTC-USDT" price="98062.526284" isAverage />
      <ConditionCell order={anOrder({ status: "untriggered", side: "sell", stop_price: "95687.2" })} />
      <ConditionCell order={anOrder({ stop_price: "95687.2" })} />
    </>,
  );

  expect(screen.getByTitle("98,117.80")).toBeVisible();
  expect(screen.getByTitle("0.00001230")).toBeVisible();
  expect(screen.getByTitle("98,062.5263")).toBeVisible();
  expect(screen.getByText("Last price ≤ 95,687.20")).toBeVisible();
  expect(screen.getByText("Triggered at 95,687.20")).toBeVisible();
});

test("a price of a pair that is not listed any more is shown as it is", () => {
  show(<PriceCell order={anOrder({ symbol: "OLD-USDT", price: "98117.8" })} />);

  expect(screen.getByTitle("98,117.8")).toBeVisible();
});
