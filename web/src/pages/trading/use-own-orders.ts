import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Fill, fillsQuery, type Order, openOrdersQuery } from "@/features/orders/api";
import { useIsSignedIn } from "@/session/session";

const NO_ORDERS: readonly Order[] = [];
const NO_FILLS: readonly Fill[] = [];

/** The client's open orders in a pair; none for visitors. */
export function useOwnOrders(symbol: string): readonly Order[] {
  const enabled = useIsSignedIn();
  const { data } = useQuery({ ...openOrdersQuery(symbol), enabled });
  return enabled ? (data ?? NO_ORDERS) : NO_ORDERS;
}

/** The client's newest fills in a pair; none for visitors. */
export function useOwnFills(symbol: string): readonly Fill[] {
  const enabled = useIsSignedIn();
  const { data } = useInfiniteQuery({ ...fillsQuery({ symbol }), enabled });
  return useMemo(
    () => (enabled ? (data?.pages.flatMap(({ items }) => items) ?? NO_FILLS) : NO_FILLS),
    [enabled, data],
  );
}
