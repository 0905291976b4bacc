import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/**
 * The bytes of a file. Fetched with the session's token in a header, because the url alone gives no access.
 */
export const storedPictureQuery = (url: string) =>
  queryOptions({
    queryKey: ["file", url],
    queryFn: ({ signal }) =>
      unwrap<Blob>(
        api.GET("/v1/file/{file_id}", {
          params: { path: { file_id: url.slice(url.lastIndexOf("/") + 1) } },
          parseAs: "blob",
          signal,
        }),
      ),
    // A stored file never changes; documents are evicted from memory soon.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
