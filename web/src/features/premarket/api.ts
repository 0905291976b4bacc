import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import { premarketKeys } from "@/api/keys";
import { BY_CURSOR } from "@/api/queries";
import { withLaterPush } from "./latest-push";
import type { PremarketContract, PremarketDetail } from "./types";

// Pushed messages come first; this covers what they do not carry, such as volumes and statuses by time.
const LIST_REFRESH_MS = 15_000;
const DETAIL_REFRESH_MS = 5_000;
const PAGE = 50;
const MAX_PAGE_SIZE = 200;

export const CANDLE_INTERVALS = ["5m", "1h", "1d"] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

export type ListStatus = "open" | "ended";

/** Every pre-market, in the order of their states. */
export const premarketsQuery = queryOptions({
  queryKey: premarketKeys.list,
  queryFn: ({ signal }) => unwrap(api.GET("/v1/premarkets", { signal })),
  refetchInterval: LIST_REFRESH_MS,
});

/** A pre-market with its book and trades and, for a client, what is the client's own. */
export const premarketQuery = (symbol: string) =>
  queryOptions({
    queryKey: [...premarketKeys.detail, symbol],
    queryFn: async ({ signal }) => {
      const askedAt = performance.now();
      const answer = await unwrap(
        api.GET("/v1/premarkets/{symbol}", { params: { path: { symbol } }, signal }),
      );
      // The client's types turn pairs of price and quantity into lists.
      return withLaterPush(answer as PremarketDetail, symbol, askedAt);
    },
    refetchInterval: DETAIL_REFRESH_MS,
  });

export const premarketCandlesQuery = (symbol: string, interval: CandleInterval) =>
  queryOptions({
    queryKey: [...premarketKeys.candles, symbol, interval],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/v1/premarkets/{symbol}/candles", {
          params: { path: { symbol }, query: { interval, limit: 100 } },
          signal,
        }),
      ),
    refetchInterval: LIST_REFRESH_MS,
  });

/** The client's orders in all pre-markets, newest first. */
export const premarketOrdersQuery = (status: ListStatus) =>
  infiniteQueryOptions({
    queryKey: [...premarketKeys.orders, status],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/v1/premarkets/orders", {
          params: { query: { status, cursor: pageParam, limit: PAGE } },
          signal,
        }),
      ),
    ...BY_CURSOR,
  });

/** The client's contracts in all pre-markets, newest first. */
export const premarketContractsQuery = (status: ListStatus) =>
  infiniteQueryOptions({
    queryKey: [...premarketKeys.contracts, status],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/v1/premarkets/contracts", {
          params: { query: { status, cursor: pageParam, limit: PAGE } },
          signal,
        }),
      ),
    ...BY_CURSOR,
    refetchInterval: LIST_REFRESH_MS,
  });

/** All of the client's open contracts, for sums. */
export const openContractsQuery = queryOptions({
  queryKey: [...premarketKeys.contracts, "summary"],
  queryFn: async ({ signal }) => {
    const items: PremarketContract[] = [];
    let cursor: string | null = null;
    do {
      const query: { status: "open"; limit: number; cursor: string | null } = {
        status: "open",
        limit: MAX_PAGE_SIZE,
        cursor,
      };
      const page = await unwrap(api.GET("/v1/premarkets/contracts", { params: { query }, signal }));
      items.push(...page.items);
      cursor = page.next_cursor ?? null;
    } while (cursor);
    return { items };
  },
  refetchInterval: LIST_REFRESH_MS,
});

export function useCancelOrder() {
  return useMutation({
    mutationFn: ({ symbol, id }: { symbol: string; id: number }) =>
      unwrap(
        api.POST("/v1/premarkets/{symbol}/orders/{order_id}/cancel", {
          params: { path: { symbol, order_id: String(id) } },
        }),
      ),
    // A cancel can lose the race with a fill: only the server knows how the order ended.
    onSettled: useRefetchOwn(),
  });
}

export function useDeliver() {
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(
        api.POST("/v1/premarkets/contracts/{contract_id}/deliver", {
          params: { path: { contract_id: String(id) } },
        }),
      ),
    onSettled: useRefetchOwn(),
  });
}

function useRefetchOwn() {
  const cache = useQueryClient();
  return () =>
    Promise.all(
      [premarketKeys.all, assetsQuery.queryKey].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
}
