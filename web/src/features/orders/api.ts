import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { ProblemError } from "@/api/problem-error";
import { BY_CURSOR } from "@/api/queries";
import { orderKeys } from "./keys";
import { removeOpenOrder, upsertOpenOrder } from "./open-orders";

type Schemas = components["schemas"];

export type Order = Schemas["Order"];
export type OrderType = Order["type"];
export type OrderSide = Order["side"];
export type OrderStatus = Order["status"];
export type NewOrder = Schemas["NewOrder"];
export type TimeInForce = NewOrder["time_in_force"];
export type SelfTradePrevention = NewOrder["self_trade_prevention"];
export type Fill = Schemas["Fill"];
export type Preview = Schemas["Preview"];

type FinalStatus = Extract<OrderStatus, "filled" | "canceled" | "expired">;

/**
 * The filter of orders or fills; a day is `YYYY-MM-DD` in the viewer's time zone, and an empty string means
 * no filter.
 */
export type OrderFilter = {
  symbol?: string | undefined;
  side?: OrderSide | undefined;
  type?: OrderType | undefined;
  /** The final status. */
  status?: FinalStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
export type FillFilter = Pick<OrderFilter, "symbol" | "side" | "from" | "to"> & {
  order?: string | undefined;
};

const MAX_PAGE_SIZE = 200;
const PAGE = 50;

/**
 * All open orders of the client, newest first; kept up to date by private events and by responses to
 * mutations.
 */
export const openOrdersQuery = (symbol?: string) =>
  queryOptions({
    queryKey: [...orderKeys.open, symbol ?? "all"],
    queryFn: ({ signal }) => readOpenOrders(symbol, signal),
  });

async function readOpenOrders(symbol: string | undefined, signal: AbortSignal): Promise<Order[]> {
  const orders: Order[] = [];
  let cursor: string | null = null;
  do {
    const query = { status: "open", limit: MAX_PAGE_SIZE, ...given({ symbol, cursor }) } as const;
    const page: Schemas["Page_Order_"] = await unwrap(api.GET("/v1/order", { params: { query }, signal }));
    orders.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return orders;
}

/** Closed orders, newest first. */
export const orderHistoryQuery = (filter: OrderFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...orderKeys.history, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...historySearch(filter), limit: PAGE, ...given({ cursor: pageParam }) };
      return unwrap(api.GET("/v1/order", { params: { query }, signal }));
    },
    ...BY_CURSOR,
  });

/** The client's trades, newest first. */
export const fillsQuery = (filter: FillFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...orderKeys.fills, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...fillSearch(filter), limit: PAGE, ...given({ cursor: pageParam }) };
      return unwrap(api.GET("/v1/trades", { params: { query }, signal }));
    },
    ...BY_CURSOR,
  });

/** The preview of an order if it were placed now. */
export const previewQuery = (order: NewOrder) =>
  queryOptions({
    queryKey: ["order-preview", order],
    queryFn: ({ signal }) => unwrap(api.POST("/v1/order/preview", { body: order, signal })),
    gcTime: 10_000,
  });

/** Whether a filter is set; the pair counts only where it can be chosen. */
export function hasFilter({ symbol, ...others }: OrderFilter & FillFilter, hasPair: boolean): boolean {
  return Boolean((hasPair && symbol) || Object.values(others).some(Boolean));
}

export function historySearch({ symbol, side, type, status, from, to }: OrderFilter) {
  return { status: status ?? "history", ...given({ symbol, side, type, ...seconds(from, to) }) } as const;
}

export function fillSearch({ symbol, side, order, from, to }: FillFilter) {
  const order_id = order === undefined ? undefined : Number(order);
  return given({ symbol, side, order_id, ...seconds(from, to) });
}

/** Amends price or size of an open order. */
export function useAmendOrder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...change }: { id: number } & Schemas["OrderChange"]) =>
      unwrap(api.PATCH("/v1/order/{order_id}", { params: { path: { order_id: String(id) } }, body: change })),
    onSuccess: ({ order }) => upsertOpenOrder(cache, order),
    onError: (error, { id }) => removeIfClosed(cache, id, error),
  });
}

export function useCancelOrder() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST("/v1/order/{order_id}/cancel", { params: { path: { order_id: String(id) } } })),
    onSuccess: ({ order }) => {
      upsertOpenOrder(cache, order);
      // The other order of an OCO is canceled, too.
      if (order.list_id !== null) void cache.invalidateQueries({ queryKey: orderKeys.open });
    },
    // A cancel can lose the race with a fill.
    onError: (error, id) => removeIfClosed(cache, id, error),
  });
}

/** Whether a call was rejected because its order is already closed. */
export function hasEnded(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === "ORDER_FINAL" || error.code === "NOT_FOUND");
}

function removeIfClosed(cache: QueryClient, id: number, error: unknown): void {
  if (hasEnded(error)) removeOpenOrder(cache, id);
}

type Given<Values> = { [Name in keyof Values]?: NonNullable<Values[Name]> };

/** Omits empty values, which would be sent as empty parameters. */
function given<Values extends Record<string, unknown>>(values: Values): Given<Values> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as Given<Values>;
}

/** The range of both days, inclusive, in seconds. */
function seconds(from: string | undefined, to: string | undefined) {
  return { from: from ? dayStart(from, 0) : undefined, to: to ? dayStart(to, 1) : undefined };
}

function dayStart(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).getTime() / 1000;
}
