import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type Product = Schemas["EarnProductForStaff"];
export type ProductDraft = Schemas["ProductDraft"];
export type ProductChange = Schemas["ProductChange"];
export type Treasury = Schemas["Treasury"];

/** All products with what they owe, and the treasuries that pay for them. */
export const productsQuery = queryOptions({
  queryKey: operatorKeys.earn,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/earn/products", { signal })),
  refetchInterval: 30_000,
});

export function useCreateProduct() {
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

/** Refetches also after a rejection: somebody else may have changed the products. */
function useRefetch() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: operatorKeys.earn });
}
