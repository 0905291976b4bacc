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

const waitingQuery = (name: string, load: (signal: AbortSignal) => Promise<Page>) =>
  queryOptions({
    queryKey: [...operatorKeys.waiting, name],
    queryFn: async ({ signal }) => countOf(await load(signal)),
    refetchInterval: EVERY_MS,
  });

export const waitingCasesQuery = waitingQuery("kyc", (signal) => {
  const query = { status: "pending", limit: MAX_COUNT } as const;
  return unwrap(api.GET("/operator/kyc", { params: { query }, signal }));
});

export const waitingTicketsQuery = waitingQuery("feedback", (signal) => {
  const query = { status: "open", limit: MAX_COUNT } as const;
  return unwrap(api.GET("/operator/feedback", { params: { query }, signal }));
});

export const waitingWithdrawalsQuery = waitingQuery("withdrawals", (signal) => {
  const query = { status: "under_review", limit: MAX_COUNT } as const;
  return unwrap(api.GET("/operator/withdrawals", { params: { query }, signal }));
});

export const openIncidentsQuery = waitingQuery("incidents", (signal) => {
  const query = { is_open: true, limit: MAX_COUNT } as const;
  return unwrap(api.GET("/operator/wallet-incidents", { params: { query }, signal }));
});
