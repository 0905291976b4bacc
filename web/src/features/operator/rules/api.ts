import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { withStepUp } from "@/session/step-up";

export type Rule = components["schemas"]["RuleForStaff"];
export type RuleDraft = components["schemas"]["RuleDraft"];

/** The rules of the site at a hostname, in matching order; not paged. */
export const rulesQuery = (hostname: string) =>
  queryOptions({
    queryKey: [...operatorKeys.rules, hostname],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/operator/rules", { params: { query: { site: hostname } }, signal })),
  });

export type HostProposal = components["schemas"]["RedirectHostProposalView"];

const REFRESH_MS = 30_000;

/** The external hosts that rules may redirect to; not paged. */
export const redirectHostsQuery = queryOptions({
  queryKey: [...operatorKeys.rules, "redirect-hosts"],
  queryFn: ({ signal }) => unwrap(api.GET("/operator/rules/hosts", { signal })),
  // What another administrator approves changes them.
  refetchInterval: REFRESH_MS,
});

/** The newest proposals of such hosts. */
export const hostProposalsQuery = queryOptions({
  queryKey: [...operatorKeys.rules, "host-proposals"],
  queryFn: ({ signal }) =>
    unwrap(api.GET("/operator/rules/hosts/proposals", { params: { query: { limit: 10 } }, signal })),
  refetchInterval: REFRESH_MS,
});

export function useProposeHost() {
  const onSettled = useRefetch();
  return useMutation({
    mutationFn: (hostname: string) =>
      withStepUp(() => unwrap(api.POST("/operator/rules/hosts", { body: { hostname } }))),
    onSettled,
  });
}

export function useApproveHost(id: string) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/rules/hosts/proposals/{proposal_id}/approve", {
            params: { path: { proposal_id: id } },
          }),
        ),
      ),
    // Not awaited: a proposal that changes takes its dialog with it, which must have reported the outcome before.
    onSettled: () => void refetch(),
  });
}

export function useRejectHost(id: string) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (reason: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/rules/hosts/proposals/{proposal_id}/reject", {
            params: { path: { proposal_id: id } },
            body: { reason },
          }),
        ),
      ),
    onSettled: () => void refetch(),
  });
}

export function useDisallowHost() {
  const onSettled = useRefetch();
  return useMutation({
    mutationFn: (hostname: string) =>
      withStepUp(() =>
        unwrap(api.DELETE("/operator/rules/hosts/{hostname}", { params: { path: { hostname } } })),
      ),
    onSettled,
  });
}

export function useAddRule(hostname: string) {
  const onSettled = useRefetch();
  return useMutation({
    mutationFn: (draft: RuleDraft) =>
      withStepUp(() =>
        unwrap(api.POST("/operator/rules", { params: { query: { site: hostname } }, body: draft })),
      ),
    onSettled,
  });
}

export function useMoveRule() {
  const onSettled = useRefetch();
  return useMutation({
    mutationFn: ({ id, position }: { id: string; position: number }) =>
      withStepUp(() =>
        unwrap(
          api.PATCH("/operator/rules/{rule_id}", { params: { path: { rule_id: id } }, body: { position } }),
        ),
      ),
    onSettled,
  });
}

export function useRemoveRule() {
  const onSettled = useRefetch();
  return useMutation({
    mutationFn: (id: string) =>
      withStepUp(() =>
        unwrap(api.DELETE("/operator/rules/{rule_id}", { params: { path: { rule_id: id } } })),
      ),
    onSettled,
  });
}

/** Refetches also after a rejection: somebody else may have changed the order. */
function useRefetch() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: operatorKeys.rules });
}
