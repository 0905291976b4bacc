import { i18n } from "@lingui/core";
import type { components } from "@/api/generated/schema";
import type { Pair } from "@/api/pairs";
import type { MoveRisk } from "@/lib/move-risk";
import type { Bar } from "./bars";
import { type Interval, LENGTH_MS, startOf } from "./intervals";

type Order = components["schemas"]["Order"];
type Fill = components["schemas"]["Fill"];

/** An open order of the client, as shown on the chart. */
export type ChartOrder = Pick<
  Order,
  "id" | "side" | "type" | "status" | "price" | "stop_price" | "remaining_quantity" | "list_id"
>;

/** A fill of the client, as shown on the chart. */
export type ChartFill = Pick<Fill, "id" | "side" | "price" | "quantity" | "created_at">;

/** One line on the chart. A stop-limit order has two: its trigger and its price. */
export interface OrderLine {
  /** The order's id, and which of its prices this is. */
  key: string;
  orderId: number;
  side: "buy" | "sell";
  part: "price" | "trigger";
  price: string;
  quantity: string;
  canMove: boolean;
}

export interface MoveOrders {
  riskOf: (side: "buy" | "sell", price: string) => MoveRisk;
  /** Amends an order; whether it is still open afterwards. */
  move: (id: number, price: string) => Promise<boolean>;
}

/** The max number of lines; those nearest to the market are drawn. */
export const MAX_LINES = 60;

export function orderLines(
  orders: readonly ChartOrder[],
  status: Pair["status"],
  lastPrice: number | null,
): OrderLine[] {
  const lines = orders.flatMap((order) => {
    const line = { orderId: order.id, side: order.side, quantity: order.remaining_quantity };
    const found: OrderLine[] = [];
    if (order.price !== null) {
      // Orders of an OCO cannot be amended.
      const canMove = status === "trading" && order.list_id === null;
      found.push({ ...line, key: `${order.id}-price`, part: "price", price: order.price, canMove });
    }
    if (order.stop_price !== null && order.status === "untriggered")
      found.push({
        ...line,
        key: `${order.id}-trigger`,
        part: "trigger",
        price: order.stop_price,
        canMove: false,
      });
    return found;
  });
  if (lines.length <= MAX_LINES || lastPrice === null) return lines.slice(0, MAX_LINES);
  const distance = ({ price }: OrderLine) => Math.abs(Number(price) - lastPrice);
  return lines.sort((one, other) => distance(one) - distance(other)).slice(0, MAX_LINES);
}

export function lineLabel({ side, part }: OrderLine): string {
  if (part === "trigger") return side === "buy" ? i18n._("Buy trigger") : i18n._("Sell trigger");
  return side === "buy" ? i18n._("Buy") : i18n._("Sell");
}

/** All fills of one side in one bar. */
export interface FillMark {
  startMs: number;
  side: "buy" | "sell";
  fills: readonly ChartFill[];
}

/** The fills within the shown bars, grouped by bar and side in the order of time. */
export function fillMarks(fills: readonly ChartFill[], bars: readonly Bar[], interval: Interval): FillMark[] {
  const firstMs = bars[0]?.startMs;
  const lastMs = bars.at(-1)?.startMs;
  if (firstMs === undefined || lastMs === undefined) return [];
  const marks = new Map<string, { startMs: number; side: "buy" | "sell"; fills: ChartFill[] }>();
  for (const fill of fills) {
    const startMs = startOf(interval, fill.created_at * 1000);
    if (startMs < firstMs || startMs >= lastMs + LENGTH_MS[interval]) continue;
    const key = `${startMs} ${fill.side}`;
    const mark = marks.get(key);
    if (mark) mark.fills.push(fill);
    else marks.set(key, { startMs, side: fill.side, fills: [fill] });
  }
  return [...marks.values()].sort((one, other) => one.startMs - other.startMs);
}
