import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { isMissing } from "@/api/problem-outcome";
import { BY_CURSOR } from "@/api/queries";
import { withStepUp } from "@/session/step-up";

export type Withdrawal = components["schemas"]["WithdrawalForStaff"];
export type WithdrawalStatus = Withdrawal["status"];
export type Risk = Withdrawal["risks"][number];

const WITHDRAWALS = [...operatorKeys.wallets, "withdrawals"] as const;

/** Withdrawals, newest first; polled, because others work on the same queue. */
export const withdrawalsQuery = (status: WithdrawalStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...WITHDRAWALS, "list", status ?? "all"],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/withdrawals", {
          params: { query: { cursor: pageParam, limit: 50, ...(status && { status }) } },
          signal,
        }),
      ),
    ...BY_CURSOR,
    refetchInterval: 5_000,
  });

export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: [...WITHDRAWALS, "one", id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/operator/withdrawals/{withdrawal_id}", {
          params: { path: { withdrawal_id: id } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : 5_000),
  });

export function useApproveWithdrawal(id: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/withdrawals/{withdrawal_id}/approve", {
            params: { path: { withdrawal_id: id } },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

export function useRejectWithdrawal(id: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/withdrawals/{withdrawal_id}/reject", {
            params: { path: { withdrawal_id: id } },
            body: { reason },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

/** Refetches also after a rejection: somebody else may have decided. */
function useRefetch() {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: WITHDRAWALS }),
      cache.invalidateQueries({ queryKey: operatorKeys.waiting }),
    ]);
}
