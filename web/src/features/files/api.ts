import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** The bytes behind a file's url. An address alone opens nothing: the session's token goes in a header. */
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
    // A stored file never changes, and nobody's documents stay in memory for long.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
