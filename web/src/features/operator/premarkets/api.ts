import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type Premarket = Schemas["PreMarketForStaff"];
export type PremarketDraft = Schemas["PreMarketDraft"];
export type PremarketTimes = Schemas["PreMarketTimes"];
export type Contract = Schemas["ContractForStaff"];
export type ContractStatus = Contract["status"];
export type Proposal = Schemas["PreMarketProposalView"];
export type ProposalDraft = Schemas["PreMarketProposalDraft"];

const LIST = [...operatorKeys.premarkets, "list"] as const;
const PROPOSALS = [...operatorKeys.premarkets, "proposals"] as const;
const REFRESH_MS = 5_000;
const PAGE = 50;

/** Every pre-market with what is open in it; polled every few seconds. */
export const premarketsQuery = queryOptions({
  queryKey: LIST,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/premarkets", { signal })),
  refetchInterval: REFRESH_MS,
});

/** The contracts of a pre-market with both clients, newest first; null for all states. */
export const contractsQuery = (symbol: string, status: ContractStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...operatorKeys.premarkets, "contracts", symbol, status ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/premarkets/{symbol}/contracts", {
          params: { path: { symbol }, query: { cursor: pageParam, limit: PAGE, ...(status && { status }) } },
          signal,
        }),
      ),
    ...BY_CURSOR,
    refetchInterval: 3 * REFRESH_MS,
  });

/** The newest proposals of a pre-market, or of all that wait for a decision. */
export const proposalsQuery = (filter: { symbol: string } | { status: "proposed" }) =>
  queryOptions({
    queryKey: [...PROPOSALS, filter],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/operator/premarkets/proposals", { params: { query: { limit: 20, ...filter } }, signal }),
      ),
    refetchInterval: REFRESH_MS,
  });

export function useCreatePremarket() {
  return useMutation({
    mutationFn: (body: PremarketDraft) =>
      withStepUp(() => unwrap(api.POST("/operator/premarkets", { body }))),
    onSettled: useRefetch(),
  });
}

export function useSchedule(symbol: string) {
  return useMutation({
    mutationFn: (body: PremarketTimes) =>
      withStepUp(() =>
        unwrap(api.PATCH("/operator/premarkets/{symbol}", { params: { path: { symbol } }, body })),
      ),
    onSettled: useRefetch(),
  });
}

export function usePropose(symbol: string) {
  return useMutation({
    mutationFn: (body: ProposalDraft) =>
      withStepUp(() =>
        unwrap(api.POST("/operator/premarkets/{symbol}/proposals", { params: { path: { symbol } }, body })),
      ),
    onSettled: useRefetch(),
  });
}

export function useApprove(id: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/premarkets/proposals/{proposal_id}/approve", {
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
          api.POST("/operator/premarkets/proposals/{proposal_id}/reject", {
            params: { path: { proposal_id: id } },
            body: { reason },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

/**
 * Refetches also after a rejection: somebody else may have changed the pre-market. Not awaited: a proposal that
 * leaves the list takes its dialog with it, which must have reported the outcome before.
 */
function useRefetch() {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: operatorKeys.premarkets });
}
