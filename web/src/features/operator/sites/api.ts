import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";
import { withStepUp } from "@/session/step-up";

export type Site = components["schemas"]["SiteForStaff"];
export type SiteEdit = components["schemas"]["SiteEdit"];
export type SiteProposal = components["schemas"]["SiteProposalView"];
export type SiteDraft = components["schemas"]["SiteDraft"];

const REFRESH_MS = 30_000;

/** Every site of the installation, newest first. */
export const sitesQuery = infiniteQueryOptions({
  queryKey: operatorKeys.sites,
  queryFn: ({ signal, pageParam }) =>
    unwrap(api.GET("/operator/sites", { params: { query: { cursor: pageParam, limit: 200 } }, signal })),
  ...BY_CURSOR,
  // What another administrator approves changes them.
  refetchInterval: REFRESH_MS,
});

export function useProposeSite() {
  return useMutation({
    mutationFn: (draft: SiteDraft) => withStepUp(() => unwrap(api.POST("/operator/sites", { body: draft }))),
    onSuccess: useRefetch(),
  });
}

export function useChangeSite(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (edit: SiteEdit) =>
      withStepUp(() =>
        unwrap(api.PATCH("/operator/sites/{site_id}", { params: { path: { site_id: id } }, body: edit })),
      ),
    // With the proposals: new hostnames become one.
    onSuccess: () => cache.invalidateQueries({ queryKey: operatorKeys.sites }),
  });
}

/** The newest proposals of all sites. */
export const proposalsQuery = queryOptions({
  queryKey: [...operatorKeys.sites, "proposals"],
  queryFn: ({ signal }) =>
    unwrap(api.GET("/operator/sites/proposals", { params: { query: { limit: 50 } }, signal })),
  refetchInterval: REFRESH_MS,
});

export function useApprove(id: string) {
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/sites/proposals/{proposal_id}/approve", {
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
          api.POST("/operator/sites/proposals/{proposal_id}/reject", {
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
  return () => void cache.invalidateQueries({ queryKey: operatorKeys.sites });
}

/** The symbols of all pairs of the exchange. */
export const pairSymbolsQuery = queryOptions({
  queryKey: [...operatorKeys.sites, "pairs"],
  queryFn: async ({ signal }) => {
    const { items } = await unwrap(api.GET("/operator/pairs", { signal }));
    return items.map(({ symbol }) => symbol);
  },
  staleTime: 60_000,
});

export type PictureKind = "logo" | "favicon";

export function useUploadPicture(id: string, kind: PictureKind) {
  return useMutation({
    mutationFn: (file: File) =>
      unwrap(
        api.POST("/operator/sites/{site_id}/files", {
          params: { path: { site_id: id }, query: { kind } },
          // The generated type of a file is a string; the form carries the file itself.
          body: { file: "" },
          bodySerializer: () => {
            const form = new FormData();
            form.append("file", file);
            return form;
          },
        }),
      ),
  });
}
