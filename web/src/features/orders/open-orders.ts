import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { components } from "@/api/generated/schema";
import { patchQueries, RecentUpdates } from "@/api/sync";
import { compare } from "@/lib/decimal";
import type { StopPrice } from "@/realtime/private";

type Order = components["schemas"]["Order"];

const OPEN = ["orders", "open"] as const;
const MAX_CLOSED = 2_000;

// An order that has ended stays ended, whichever of two messages about it comes last.
const closedIds = new Set<number>();
const recentOrders = new RecentUpdates<number, Order>();
// Stop prices that have moved since their order was last pushed.
const recentStopPrices = new RecentUpdates<number, StopPrice>();

export function isOpen({ status }: Pick<Order, "status">): boolean {
  return status === "new" || status === "partially_filled" || status === "untriggered";
}

/** Which open orders a list shows; what is undefined is no filter. */
export type OpenOrderFilter = {
  symbol?: string | undefined;
  side?: Order["side"] | undefined;
  type?: Order["type"] | undefined;
};

export function matchesFilter(order: Order, { symbol, side, type }: OpenOrderFilter): boolean {
  return (
    (symbol === undefined || order.symbol === symbol) &&
    (side === undefined || order.side === side) &&
    (type === undefined || order.type === type)
  );
}

/**
 * Puts an order, as an event or an answer shows it, into every list of open orders that is cached, or takes it out of
 * them when it has ended. Messages may overtake each other: what is known to be further on stays.
 */
export function upsertOpenOrder(cache: QueryClient, order: Order): void {
  if (!isOpen(order)) removeOpenOrder(cache, order.id);
  if (closedIds.has(order.id)) return;
  const recent = recentOrders.get(order.id);
  if (recent && isNewer(recent, order)) return;
  recentOrders.set(order.id, order);
  recentStopPrices.delete(order.id);
  patchQueries<Order[]>(cache, OPEN, (known, [, , list]) =>
    isListed(order, list) ? withOrder(known, order) : known,
  );
}

/** Puts the stop prices of trailing orders, which move with the market, into every list that is cached. */
export function moveStopPrices(cache: QueryClient, moved: readonly StopPrice[]): void {
  for (const stopPrice of moved) recentStopPrices.set(stopPrice.id, stopPrice);
  patchQueries<Order[]>(cache, OPEN, (known) => withStopPrices(known, moved));
}

export function removeOpenOrder(cache: QueryClient, id: number): void {
  recentOrders.delete(id);
  recentStopPrices.delete(id);
  closedIds.add(id);
  const [oldest] = closedIds;
  if (closedIds.size > MAX_CLOSED && oldest !== undefined) closedIds.delete(oldest);
  patchQueries<Order[]>(cache, OPEN, withoutClosed);
}

/** A list as it was loaded, with what was pushed since this number. */
export function mergeOpenOrders(loaded: Order[], since: number, [, , list]: QueryKey): Order[] {
  const newer = recentOrders.since(since).filter((order) => isListed(order, list));
  const orders = newer.reduce(withOrder, withoutClosed(loaded));
  return withStopPrices(orders, recentStopPrices.since(since));
}

function isListed({ symbol }: Order, list: unknown): boolean {
  return list === "all" || list === symbol;
}

function withoutClosed(list: Order[]): Order[] {
  return list.some(({ id }) => closedIds.has(id)) ? list.filter(({ id }) => !closedIds.has(id)) : list;
}

function withStopPrices(list: Order[], moved: readonly StopPrice[]): Order[] {
  if (moved.length === 0) return list;
  const prices = new Map(moved.map(({ id, stop_price }) => [id, stop_price]));
  return list.map((order) => {
    const stop_price = prices.get(order.id);
    return stop_price === undefined ? order : { ...order, stop_price };
  });
}

function withOrder(known: Order[], order: Order): Order[] {
  const index = known.findIndex(({ id }) => id <= order.id);
  if (index < 0) return [...known, order];
  const there = known[index];
  if (there?.id !== order.id) return known.toSpliced(index, 0, order);
  return isNewer(there, order) ? known : known.with(index, order);
}

/** Whether one copy of an order is newer than the other. */
function isNewer(one: Order, other: Order): boolean {
  if (one.updated_ms !== other.updated_ms) return one.updated_ms > other.updated_ms;
  // Two changes within a millisecond: what is filled never shrinks.
  return compare(one.filled_quantity, other.filled_quantity) > 0;
}
