import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type Coin = Schemas["CoinForStaff"];
export type CoinDraft = Schemas["CoinDraft"];
export type CoinFace = Schemas["CoinFace"];

/** Every coin in display order. */
export const coinsQuery = queryOptions({
  queryKey: operatorKeys.coins,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/coins", { signal })),
});

export function useAddCoin() {
  return useMutation({
    mutationFn: (draft: CoinDraft) => withStepUp(() => unwrap(api.POST("/operator/coins", { body: draft }))),
    onSettled: useRefetch(),
  });
}

export function useChangeCoin(symbol: string) {
  return useMutation({
    mutationFn: (face: CoinFace) =>
      withStepUp(() =>
        unwrap(api.PUT("/operator/coins/{symbol}", { params: { path: { symbol } }, body: face })),
      ),
    onSettled: useRefetch(),
  });
}

/** Refetches also after a rejection: somebody else may have changed the coins. */
function useRefetch() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: coinsQuery.queryKey });
}
