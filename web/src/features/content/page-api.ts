import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { isMissing } from "@/api/problem-outcome";

export type PageText = components["schemas"]["PageView"];

/** The site's own text of a page; null if it has published none. */
export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["page", slug],
    queryFn: ({ signal }): Promise<PageText | null> =>
      unwrap(api.GET("/v1/pages/{slug}", { params: { path: { slug } }, signal })).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      }),
  });
