import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";

/** Play money for one coin; pressed twice by accident, it is given once. */
export function useFaucet() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ coin, key }: { coin: string; key: string }) =>
      unwrap(api.POST("/v1/demo/faucet", { body: { coin }, headers: { "Idempotency-Key": key } })),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: assetsQuery.queryKey }),
        cache.invalidateQueries({ queryKey: ["transactions"] }),
      ]),
  });
}
