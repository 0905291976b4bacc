import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type Pair = Schemas["PairForStaff"];
export type PairState = Pair["status"];
export type PairDraft = Schemas["PairDraft"];
export type PairRules = Schemas["PairRulesDraft"];

/** Every pair with its rules, ticker and book; polled every few seconds. */
export const pairsQuery = queryOptions({
  queryKey: operatorKeys.pairs,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/pairs", { signal })),
  refetchInterval: 5_000,
});

export function useAddPair() {
  return useMutation({
    mutationFn: (draft: PairDraft) => withStepUp(() => unwrap(api.POST("/operator/pairs", { body: draft }))),
    onSettled: useRefetch(),
  });
}

export function useChangeRules(symbol: string) {
  return useMutation({
    mutationFn: (rules: PairRules) =>
      withStepUp(() =>
        unwrap(api.PUT("/operator/pairs/{symbol}/rules", { params: { path: { symbol } }, body: rules })),
      ),
    onSettled: useRefetch(),
  });
}

export function useChangeState(symbol: string) {
  return useMutation({
    mutationFn: (status: PairState) =>
      withStepUp(() =>
        unwrap(
          api.PUT("/operator/pairs/{symbol}/status", { params: { path: { symbol } }, body: { status } }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

export function useSetReferencePrice(symbol: string) {
  return useMutation({
    mutationFn: (price: string) =>
      withStepUp(() =>
        unwrap(
          api.PUT("/operator/pairs/{symbol}/reference-price", {
            params: { path: { symbol } },
            body: { reference_price: price },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

export function useMovePair(symbol: string) {
  return useMutation({
    mutationFn: (position: number) =>
      withStepUp(() =>
        unwrap(api.PATCH("/operator/pairs/{symbol}", { params: { path: { symbol } }, body: { position } })),
      ),
    onSettled: useRefetch(),
  });
}

export function useCancelOrders(symbol: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(api.POST("/operator/pairs/{symbol}/cancel-orders", { params: { path: { symbol } } })),
      ),
    onSettled: useRefetch(),
  });
}

/** Refetches also after a rejection: somebody else may have changed the pair. */
function useRefetch() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: operatorKeys.pairs });
}
