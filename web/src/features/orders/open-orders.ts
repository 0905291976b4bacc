import type { QueryClient } from "@tanstack/react-query";
import type { components } from "@/api/generated/schema";
import { compare } from "@/lib/decimal";
import type { StopPrice } from "@/realtime/private";

type Order = components["schemas"]["Order"];

const OPEN = ["orders", "open"] as const;
const MAX_CACHED = 2_000;

// An order that has ended stays ended, whichever of two messages about it comes last.
const ended = new Set<number>();
// What was told lately, and when: a list that was asked for before may come without it.
const told = new Map<number, { order: Order; at: number }>();
// Stop prices that have moved since their order was told.
const stopPrices = new Map<number, { price: string; at: number }>();

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
 * Puts an order, as an event or an answer tells it, into every list of open orders that is known, or takes it out of
 * them when it has ended. Messages may overtake each other: what is known to be further on stays.
 */
export function upsertOpenOrder(cache: QueryClient, order: Order): void {
  if (isOpen(order)) note(order);
  else remember(order.id);
  if (ended.has(order.id)) {
    removeOpenOrder(cache, order.id);
    return;
  }
  for (const list of ["all", order.symbol]) {
    cache.setQueryData<Order[]>([...OPEN, list], (known) => known && withOrder(known, order));
  }
}

/** Puts the stop prices of trailing orders, which move with the market, into every list that is known. */
export function moveStopPrices(cache: QueryClient, moved: readonly StopPrice[]): void {
  const at = performance.now();
  for (const { id, stop_price: price } of moved) {
    stopPrices.delete(id);
    stopPrices.set(id, { price, at });
    dropOldest(stopPrices);
  }
  cache.setQueriesData<Order[]>({ queryKey: OPEN }, (known) => known && withStopPrices(known, at));
}

/** A list as it was loaded, with what has been told about its orders since the loading began. */
export function mergeOpenOrders(
  loaded: readonly Order[],
  symbol: string | undefined,
  since: number,
): Order[] {
  const newer = [...told.values()].filter(
    ({ order, at }) => at >= since && (symbol === undefined || order.symbol === symbol),
  );
  const list = newer.reduce<readonly Order[]>((known, { order }) => withOrder(known, order), loaded);
  return withStopPrices(
    list.filter(({ id }) => !ended.has(id)),
    since,
  );
}

export function removeOpenOrder(cache: QueryClient, id: number): void {
  remember(id);
  cache.setQueriesData<Order[]>({ queryKey: OPEN }, (known) =>
    known?.some((order) => order.id === id) ? known.filter((order) => order.id !== id) : known,
  );
}

function withStopPrices(list: Order[], since: number): Order[] {
  return list.map((order) => {
    const moved = stopPrices.get(order.id);
    return moved && moved.at >= since ? { ...order, stop_price: moved.price } : order;
  });
}

function remember(id: number): void {
  told.delete(id);
  stopPrices.delete(id);
  ended.add(id);
  dropOldest(ended);
}

function note(order: Order): void {
  told.delete(order.id);
  stopPrices.delete(order.id);
  told.set(order.id, { order, at: performance.now() });
  dropOldest(told);
}

function dropOldest(kept: Set<number> | Map<number, unknown>): void {
  const [oldest] = kept.keys();
  if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest);
}

function withOrder(known: readonly Order[], order: Order): Order[] {
  const place = known.findIndex(({ id }) => id <= order.id);
  if (place < 0) return [...known, order];
  const there = known[place];
  if (there?.id !== order.id) return known.toSpliced(place, 0, order);
  // What is filled never shrinks, so the one that has more of it is the newer one.
  return compare(there.filled_quantity, order.filled_quantity) > 0 ? [...known] : known.with(place, order);
}
