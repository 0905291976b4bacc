import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type Product = Schemas["EarnProductForStaff"];
export type Proposal = Schemas["EarnProposalView"];
export type ProductDraft = Schemas["ProductProposalDraft"];
export type ProductChange = Schemas["ProductChange"];
export type Treasury = Schemas["Treasury"];

/** All products with what they owe, and the treasuries that pay for them. */
export const productsQuery = queryOptions({
  queryKey: operatorKeys.earn,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/earn/products", { signal })),
  refetchInterval: 30_000,
});

/** The newest proposals, of whatever status. */
export const proposalsQuery = queryOptions({
  queryKey: [...operatorKeys.earn, "proposals"],
  queryFn: ({ signal }) =>
    unwrap(api.GET("/operator/earn/proposals", { params: { query: { limit: 10 } }, signal })),
  refetchInterval: 30_000,
});

/** Proposes a product; somebody else approves it. */
export function useProposeProduct() {
  return useMutation({
    mutationFn: (draft: ProductDraft) =>
      withStepUp(() => unwrap(api.POST("/operator/earn/products", { body: draft }))),
    onSettled: useRefetch(),
  });
}

export function useChangeProduct(id: string) {
  return useMutation({
    mutationFn: (change: ProductChange) =>
      withStepUp(() =>
        unwrap(
          api.PATCH("/operator/earn/products/{product_id}", {
            params: { path: { product_id: id } },
            body: change,
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

/** Proposes a change that costs the exchange more; somebody else approves it. */
export function useProposeChange(id: string) {
  return useMutation({
    mutationFn: (body: ProductChange & { reason: string }) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/earn/products/{product_id}/proposals", {
            params: { path: { product_id: id } },
            body,
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

export function useApprove(id: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/earn/proposals/{proposal_id}/approve", {
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
          api.POST("/operator/earn/proposals/{proposal_id}/reject", {
            params: { path: { proposal_id: id } },
            body: { reason },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

/**
 * Refetches also after a rejection: somebody else may have changed the products. Not awaited: a proposal that
 * changes takes its dialog with it, which must have reported the outcome before.
 */
function useRefetch() {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: operatorKeys.earn });
}
