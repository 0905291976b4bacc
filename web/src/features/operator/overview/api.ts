import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { operatorKeys } from "@/api/operator-keys";

const MAX_COUNT = 100;
const EVERY_MS = 30_000;

/** The length of a queue, counted up to a maximum. */
export type Waiting = { count: number; hasMore: boolean };

type Page = { items: readonly unknown[]; next_cursor: string | null };

const countOf = ({ items, next_cursor }: Page): Waiting => ({
  count: items.length,
  hasMore: next_cursor !== null,
});

export const waitingCasesQuery = queryOptions({
  queryKey: [...operatorKeys.waiting, "kyc"],
  queryFn: async ({ signal }) => {
    const query = { status: "pending", limit: MAX_COUNT } as const;
    return countOf(await unwrap(api.GET("/operator/kyc", { params: { query }, signal })));
  },
  refetchInterval: EVERY_MS,
});

export const waitingTicketsQuery = queryOptions({
  queryKey: [...operatorKeys.waiting, "feedback"],
  queryFn: async ({ signal }) => {
    const query = { status: "open", limit: MAX_COUNT } as const;
    return countOf(await unwrap(api.GET("/operator/feedback", { params: { query }, signal })));
  },
  refetchInterval: EVERY_MS,
});

export const waitingWithdrawalsQuery = queryOptions({
  queryKey: [...operatorKeys.waiting, "withdrawals"],
  queryFn: async ({ signal }) => {
    const query = { status: "under_review", limit: MAX_COUNT } as const;
    return countOf(await unwrap(api.GET("/operator/withdrawals", { params: { query }, signal })));
  },
  refetchInterval: EVERY_MS,
});

export const openIncidentsQuery = queryOptions({
  queryKey: [...operatorKeys.waiting, "incidents"],
  queryFn: async ({ signal }) => {
    const query = { is_open: true, limit: MAX_COUNT } as const;
    return countOf(await unwrap(api.GET("/operator/wallet-incidents", { params: { query }, signal })));
  },
  refetchInterval: EVERY_MS,
});
