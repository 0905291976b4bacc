import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";

export type Entry = components["schemas"]["ContentForStaff"];
export type EntryRow = components["schemas"]["ContentRow"];
export type EntryVersion = components["schemas"]["ContentVersion"];
export type EntryFields = Omit<components["schemas"]["ContentDraft"], "expected_version">;
export type ContentSite = components["schemas"]["ContentSite"];
export type Kind = EntryRow["kind"];
export type Status = EntryRow["status"];

export type EntryFilter = { kind: Kind; site_id: string | null; status: Status | null; q: string };

const LISTS = [...operatorKeys.content, "list"] as const;
const versionsKey = (id: string) => [...operatorKeys.content, "versions", id] as const;

/** Entries, last changed first. */
export const entriesQuery = ({ kind, site_id, status, q }: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, kind, site_id, status, q],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/content", {
          params: {
            query: {
              kind,
              cursor: pageParam,
              limit: 50,
              ...(site_id && { site_id }),
              ...(status && { status }),
              ...(q && { q }),
            },
          },
          signal,
        }),
      ),
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
  });

export const contentSitesQuery = queryOptions({
  queryKey: [...operatorKeys.content, "sites"],
  queryFn: ({ signal }) => unwrap(api.GET("/operator/content/sites", { signal })),
  staleTime: 60_000,
});

/** Not refetched by itself: what an editor types must not be replaced. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...operatorKeys.content, "entry", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/operator/content/{entry_id}", { params: { path: { entry_id: id } }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: versionsKey(id),
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/content/{entry_id}/versions", {
          params: { path: { entry_id: id }, query: { cursor: pageParam, limit: 20 } },
          signal,
        }),
      ),
    ...BY_CURSOR,
  });

export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...operatorKeys.content, "version", id, number],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/operator/content/{entry_id}/versions/{number}", {
          params: { path: { entry_id: id, number } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const previewQuery = (body_markdown: string) =>
  queryOptions({
    queryKey: [...operatorKeys.content, "preview", body_markdown],
    queryFn: ({ signal }) =>
      unwrap(api.POST("/operator/content/preview", { body: { body_markdown }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Stores the answer, which has the whole entry, and reloads the lists. */
export function useKeepEntry() {
  const cache = useQueryClient();
  return (entry: Entry) => {
    cache.setQueryData(entryQuery(entry.id).queryKey, entry);
    void cache.invalidateQueries({ queryKey: LISTS });
    void cache.invalidateQueries({ queryKey: versionsKey(entry.id) });
  };
}

type Save = { fields: EntryFields; expected_version: number };

/** Creates the entry, or saves a new version of it. */
export function useSaveEntry(target: { id: string } | { kind: Kind; site_id: string }) {
  const keep = useKeepEntry();
  return useMutation({
    mutationFn: ({ fields, expected_version }: Save) =>
      "id" in target
        ? unwrap(
            api.PUT("/operator/content/{entry_id}/draft", {
              params: { path: { entry_id: target.id } },
              body: { ...fields, expected_version },
            }),
          )
        : unwrap(api.POST("/operator/content", { body: { ...fields, ...target } })),
    onSuccess: keep,
  });
}

/** The id comes with the call: a new entry has one only once it was saved. */
export function usePublishEntry() {
  const keep = useKeepEntry();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: components["schemas"]["PublishRequest"] }) =>
      unwrap(api.POST("/operator/content/{entry_id}/publish", { params: { path: { entry_id: id } }, body })),
    onSuccess: keep,
  });
}

export function useUnpublishEntry(id: string) {
  const keep = useKeepEntry();
  return useMutation({
    mutationFn: () =>
      unwrap(api.POST("/operator/content/{entry_id}/unpublish", { params: { path: { entry_id: id } } })),
    onSuccess: keep,
  });
}

export function useRestoreVersion(id: string) {
  const keep = useKeepEntry();
  return useMutation({
    mutationFn: (body: components["schemas"]["RestoreRequest"]) =>
      unwrap(api.POST("/operator/content/{entry_id}/restore", { params: { path: { entry_id: id } }, body })),
    onSuccess: keep,
  });
}
