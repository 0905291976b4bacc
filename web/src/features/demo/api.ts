import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type Asset = components["schemas"]["Asset"];

export const assetsQuery = queryOptions({
  queryKey: ["ledger", "assets"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/assets", { signal })),
});

export const coinsQuery = queryOptions({
  queryKey: ["markets", "coins"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/coins", { signal })),
});

/** Play money for one coin; pressed twice by accident, it is given once. */
export function useFaucet() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ coin, key }: { coin: string; key: string }) =>
      unwrap(api.POST("/v1/demo/faucet", { body: { coin }, headers: { "Idempotency-Key": key } })),
    onSuccess: () => void cache.invalidateQueries({ queryKey: assetsQuery.queryKey }),
  });
}
