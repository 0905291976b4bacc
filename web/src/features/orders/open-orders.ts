import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { components } from "@/api/generated/schema";
import { patchQueries, RecentUpdates } from "@/api/sync";
import { compare } from "@/lib/decimal";
import type { StopPrice } from "@/realtime/private";
import { orderKeys } from "./keys";

type Order = components["schemas"]["Order"];

const MAX_CLOSED = 2_000;

// Closed orders stay closed, even if an older message arrives later.
const closedIds = new Set<number>();
const recentOrders = new RecentUpdates<number, Order>();
// Stop prices that have moved since their order was last pushed.
const recentStopPrices = new RecentUpdates<number, StopPrice>();

export function isOpen({ status }: Pick<Order, "status">): boolean {
  return status === "new" || status === "partially_filled" || status === "untriggered";
}

/** The filter of open orders; undefined means no filter. */
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
 * Upserts an order from an event or a response into every cached list of open orders, or removes it when it
 * is closed. Messages may arrive out of order: a newer version is kept.
 */
export function upsertOpenOrder(cache: QueryClient, order: Order): void {
  if (!isOpen(order)) removeOpenOrder(cache, order.id);
  if (closedIds.has(order.id)) return;
  const recent = recentOrders.get(order.id);
  if (recent && isNewer(recent, order)) return;
  recentOrders.set(order.id, order);
  recentStopPrices.delete(order.id);
  patchQueries<Order[]>(cache, orderKeys.open, (known, [, , list]) =>
    isListed(order, list) ? withOrder(known, order) : known,
  );
}

/** An open order as it was last known; undefined if it is not. */
export function findOpenOrder(cache: QueryClient, id: number): Order | undefined {
  const lists = cache.getQueriesData<Order[]>({ queryKey: orderKeys.open });
  return recentOrders.get(id) ?? lists.flatMap(([, known]) => known ?? []).find((order) => order.id === id);
}

/** Updates the stop prices of trailing orders in every cached list. */
export function moveStopPrices(cache: QueryClient, moved: readonly StopPrice[]): void {
  for (const stopPrice of moved) recentStopPrices.set(stopPrice.id, stopPrice);
  patchQueries<Order[]>(cache, orderKeys.open, (known) => withStopPrices(known, moved));
}

export function removeOpenOrder(cache: QueryClient, id: number): void {
  recentOrders.delete(id);
  recentStopPrices.delete(id);
  closedIds.add(id);
  const [oldest] = closedIds;
  if (closedIds.size > MAX_CLOSED && oldest !== undefined) closedIds.delete(oldest);
  patchQueries<Order[]>(cache, orderKeys.open, withoutClosed);
}

/** Merges updates pushed since this sequence number into a loaded list. */
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

/** Whether one version of an order is newer than the other. */
function isNewer(one: Order, other: Order): boolean {
  if (one.updated_ms !== other.updated_ms) return one.updated_ms > other.updated_ms;
  // Two changes within a millisecond: the filled quantity never decreases.
  return compare(one.filled_quantity, other.filled_quantity) > 0;
}
