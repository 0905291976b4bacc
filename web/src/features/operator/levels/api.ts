import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { withStepUp } from "@/session/step-up";

export type Level = components["schemas"]["LevelView"];
export type LevelChange = components["schemas"]["LevelChange"];
export type LevelProposal = components["schemas"]["LevelProposalView"];

/** The levels of the site at a hostname, lowest first. */
export const siteLevelsQuery = (hostname: string) =>
  queryOptions({
    queryKey: [...operatorKeys.levels, hostname],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/operator/levels", { params: { query: { site: hostname } }, signal })),
  });

/** The newest proposals for the levels of a site, of whatever status. */
export const levelProposalsQuery = (hostname: string) =>
  queryOptions({
    queryKey: [...operatorKeys.levels, hostname, "proposals"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/operator/levels/proposals", {
          params: { query: { site: hostname, limit: 10 } },
          signal,
        }),
      ),
    refetchInterval: 30_000,
  });

/** Changes the name of a level; the rest takes two people. */
export function useChangeLevel(hostname: string, key: string) {
  return useMutation({
    mutationFn: (change: LevelChange) =>
      withStepUp(() =>
        unwrap(
          api.PUT("/operator/levels/{key}", {
            params: { path: { key }, query: { site: hostname } },
            body: change,
          }),
        ),
      ),
    onSuccess: useRefetch(),
  });
}

export function useProposeLevel(hostname: string, key: string) {
  return useMutation({
    mutationFn: (body: LevelChange & { reason: string }) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/levels/{key}/proposals", {
            params: { path: { key }, query: { site: hostname } },
            body,
          }),
        ),
      ),
    onSuccess: useRefetch(),
  });
}

export function useApprove(id: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/levels/proposals/{proposal_id}/approve", {
            params: { path: { proposal_id: id } },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

export function useReject(id: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/levels/proposals/{proposal_id}/reject", {
            params: { path: { proposal_id: id } },
            body: { reason },
          }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

/** Not awaited: a proposal that changes takes its dialog with it, which must have reported the outcome before. */
function useRefetch() {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: operatorKeys.levels });
}
