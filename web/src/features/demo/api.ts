import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import { transactionsKey } from "@/api/keys";
import { isOutcomeUnknown } from "@/api/problem-error";
import { randomId } from "@/api/random-id";

// Idempotency keys by coin, kept until a response arrives, so that a retry is not granted twice.
const idempotencyKeys = new Map<string, string>();

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

async function requestPlayMoney(coin: string) {
  const key = idempotencyKeys.get(coin) ?? randomId();
  idempotencyKeys.set(coin, key);
  try {
    const call = api.POST("/v1/demo/faucet", { body: { coin }, headers: { "Idempotency-Key": key } });
    const granted = await unwrap(call);
    idempotencyKeys.delete(coin);
    return granted;
  } catch (error) {
    if (!isOutcomeUnknown(error)) idempotencyKeys.delete(coin);
    throw error;
  }
}
