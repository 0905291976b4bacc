import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";
import { type TransactionFilter, transactionQueryOf } from "@/lib/transaction-filter";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type Account = Schemas["AccountView"];
export type ClientLedger = Schemas["ClientLedger"];
export type Transaction = Schemas["Transaction"];
export type Proposal = Schemas["ProposalView"];
export type ProposalStatus = Proposal["status"];
export type ProposalDraft = Schemas["ProposalDraft"];
export type ListedCoin = Schemas["Coin"];

const PROPOSALS = [...operatorKeys.ledger, "proposals"] as const;
const HOUSE = [...operatorKeys.ledger, "house"] as const;
const clientKey = (clientId: string) => [...operatorKeys.ledger, "client", clientId] as const;

// Every access to a client's ledger is audited, so nothing is refetched automatically.
const NO_REFETCH = {
  staleTime: 60_000,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
} as const;

/** A client's balances by coin and purpose. */
export const clientLedgerQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...clientKey(clientId), "accounts"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/operator/clients/{client_id}/ledger", {
          params: { path: { client_id: clientId } },
          signal,
        }),
      ),
    ...NO_REFETCH,
  });

/** A client's transactions, newest first. */
export const transactionsQuery = (clientId: string, filter: TransactionFilter) =>
  infiniteQueryOptions({
    queryKey: [...clientKey(clientId), "transactions", filter],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/clients/{client_id}/transactions", {
          params: {
            path: { client_id: clientId },
            query: { ...transactionQueryOf(filter), cursor: pageParam, limit: 50 },
          },
          signal,
        }),
      ),
    ...BY_CURSOR,
    ...NO_REFETCH,
  });

/** Accounts of the house and external accounts. */
export const houseQuery = queryOptions({
  queryKey: HOUSE,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/ledger/house", { signal })),
});

/** Manual transfers, newest first; null for all states. */
export const proposalsQuery = (status: ProposalStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...PROPOSALS, "list", status ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/ledger/proposals", {
          params: { query: { cursor: pageParam, limit: 50, ...(status && { status }) } },
          signal,
        }),
      ),
    ...BY_CURSOR,
    refetchInterval: 15_000,
  });

/** One proposal; polled while it is approved but not yet executed. */
export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: [...PROPOSALS, "one", id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/operator/ledger/proposals/{proposal_id}", {
          params: { path: { proposal_id: id } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === "approved" ? 3_000 : false),
  });

/** All coins of the exchange. Public, so no permission is needed. */
export const listedCoinsQuery = queryOptions({
  queryKey: [...operatorKeys.ledger, "coins"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/coins", { params: { query: { unlisted: true } }, signal })),
  staleTime: 60_000,
});

export function usePropose() {
  return useMutation({
    mutationFn: (draft: ProposalDraft) =>
      withStepUp(() => unwrap(api.POST("/operator/ledger/proposals", { body: draft }))),
    onSuccess: useRefetch(),
  });
}

export function useApprove(id: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/ledger/proposals/{proposal_id}/approve", {
            params: { path: { proposal_id: id } },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

export function useReject(id: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/ledger/proposals/{proposal_id}/reject", {
            params: { path: { proposal_id: id } },
            body: { reason },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

/**
 * Refetches also after a rejection: somebody else may have decided. Ledgers of clients are refetched when
 * opened.
 */
function useRefetch() {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: PROPOSALS }),
      cache.invalidateQueries({ queryKey: HOUSE }),
      cache.invalidateQueries({ queryKey: [...operatorKeys.ledger, "client"], refetchType: "none" }),
    ]);
}
