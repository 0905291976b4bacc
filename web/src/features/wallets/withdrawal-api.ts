import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { assetsQuery } from "@/api/assets";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { withdrawalsKey } from "@/api/keys";
import type { Network } from "@/api/networks";
import { BY_CURSOR } from "@/api/queries";
import { sendOnce } from "@/api/send-once";
import { clientLevelQuery } from "@/session/levels";

type Schemas = components["schemas"];

export type Withdrawal = Schemas["WithdrawalView"];
export type WithdrawalFee = Schemas["WithdrawalFee"];
export type WithdrawalLimits = Schemas["WithdrawalLimits"];
export type WithdrawalProof = Schemas["Confirmation"];

/** What a withdrawal of each coin costs on each network. */
export const withdrawalFeesQuery = queryOptions({
  queryKey: ["withdrawal-fees"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/v1/withdrawal/fees", { signal }))).items,
  staleTime: 30_000,
});

/** The networks with their status for withdrawals, available ones first; `networks` have that for deposits. */
export function networksForWithdrawals(
  networks: readonly Network[],
  fees: readonly WithdrawalFee[],
): Network[] {
  return fees.flatMap(({ coin, network, status }) => {
    const known = networks.find((each) => each.coin === coin && each.network === network);
    return known ? [{ ...known, status }] : [];
  });
}

/** Whether withdrawals are paused, what is left of the day's limit, and how a withdrawal is confirmed. */
export const withdrawalLimitsQuery = queryOptions({
  queryKey: [...withdrawalsKey, "limits"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/withdrawal/limits", { signal })),
});

/** The client's withdrawals, newest first; reloaded whenever one changes. */
export const withdrawalListQuery = infiniteQueryOptions({
  queryKey: [...withdrawalsKey, "list"],
  queryFn: ({ signal, pageParam }) =>
    unwrap(api.GET("/v1/withdrawal", { params: { query: { cursor: pageParam, limit: 20 } }, signal })),
  ...BY_CURSOR,
});

export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: [...withdrawalsKey, "one", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/v1/withdrawal/{withdrawal_id}", { params: { path: { withdrawal_id: id } }, signal })),
  });

function useRefresh() {
  const cache = useQueryClient();
  return () =>
    Promise.all(
      [withdrawalsKey, assetsQuery.queryKey, clientLevelQuery.queryKey].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    );
}

export function useConfirmWithdrawal(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: WithdrawalProof) =>
      sendOnce(["confirm withdrawal", id, body], (key) =>
        unwrap(
          api.POST("/v1/withdrawal/{withdrawal_id}/confirm", {
            params: { path: { withdrawal_id: id } },
            body,
            headers: { "Idempotency-Key": key },
          }),
        ),
      ),
    gcTime: 0,
    onSettled: refresh,
  });
}

export function useCancelWithdrawal() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST("/v1/withdrawal/{withdrawal_id}/cancel", { params: { path: { withdrawal_id: id } } })),
    // A cancel can lose the race with the payout: only the server knows how the withdrawal went on.
    onSettled: refresh,
  });
}

/** Options for confirming with a passkey. */
export function fetchPasskeyOptions() {
  return unwrap(api.POST("/v1/client/step-up/options"));
}
