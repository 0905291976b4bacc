import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import { isOutcomeUnknown } from "@/api/problem-error";
import { randomId } from "@/api/random-id";

// By coin, until the answer has come: a request that is sent again must not be granted twice.
const idempotencyKeys = new Map<string, string>();

/** Play money for one coin; pressed twice by accident, it is given once. */
export function useFaucet() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: requestPlayMoney,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: assetsQuery.queryKey }),
        cache.invalidateQueries({ queryKey: ["transactions"] }),
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
