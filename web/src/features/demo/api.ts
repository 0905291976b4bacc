import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import { transactionsKey } from "@/api/keys";
import { sendOnce } from "@/api/send-once";

/** Requests play money for a coin; an accidental double click is granted once. */
export function useFaucet() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: requestPlayMoney,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: assetsQuery.queryKey }),
        cache.invalidateQueries({ queryKey: transactionsKey }),
      ]),
  });
}

function requestPlayMoney(coin: string) {
  return sendOnce(["faucet", coin], (key) =>
    unwrap(api.POST("/v1/demo/faucet", { body: { coin }, headers: { "Idempotency-Key": key } })),
  );
}
