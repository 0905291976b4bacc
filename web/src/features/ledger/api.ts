import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { transactionsKey } from "@/api/keys";
import { BY_CURSOR } from "@/api/queries";
import { type TransactionFilter, transactionQueryOf } from "@/lib/transaction-filter";

export type Transaction = components["schemas"]["Transaction"];

/** The client's transactions, newest first; pushed ones are merged. */
export const transactionsQuery = (filter: TransactionFilter) =>
  infiniteQueryOptions({
    queryKey: [...transactionsKey, filter],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/v1/transactions", {
          params: { query: { ...transactionQueryOf(filter), cursor: pageParam, limit: 50 } },
          signal,
        }),
      ),
    ...BY_CURSOR,
  });

/** The URL of the same transactions as CSV. */
export function transactionsCsvPath(filter: TransactionFilter): string {
  const entries = Object.entries(transactionQueryOf(filter)).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(entries).toString();
  return `/v1/transactions${query && `?${query}`}`;
}

export type AssetHistory = components["schemas"]["AssetHistory"];
export type HistoryPeriod = AssetHistory["period"];

const HISTORY_MS = 60_000;

/** The client's portfolio value over time, oldest first. */
export const assetHistoryQuery = (period: HistoryPeriod) =>
  queryOptions({
    queryKey: ["asset-history", period],
    queryFn: ({ signal }) => unwrap(api.GET("/v1/assets/history", { params: { query: { period } }, signal })),
    staleTime: HISTORY_MS,
    refetchInterval: HISTORY_MS,
  });
