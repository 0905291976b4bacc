import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";

export type Site = components["schemas"]["SiteForStaff"];
export type SiteEdit = components["schemas"]["SiteEdit"];
export type SiteDraft = components["schemas"]["SiteDraft"];

/** Every site of the installation, newest first. */
export const sitesQuery = infiniteQueryOptions({
  queryKey: operatorKeys.sites,
  queryFn: ({ signal, pageParam }) =>
    unwrap(api.GET("/operator/sites", { params: { query: { cursor: pageParam, limit: 200 } }, signal })),
  ...BY_CURSOR,
});

export function useAddSite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (draft: SiteDraft) => unwrap(api.POST("/operator/sites", { body: draft })),
    // Awaited by the dialog, so that the new site can be selected.
    onSuccess: () => cache.invalidateQueries({ queryKey: sitesQuery.queryKey }),
  });
}

export function useChangeSite(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (edit: SiteEdit) =>
      unwrap(api.PATCH("/operator/sites/{site_id}", { params: { path: { site_id: id } }, body: edit })),
    onSuccess: () => cache.invalidateQueries({ queryKey: sitesQuery.queryKey }),
  });
}
