import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type PageText = components["schemas"]["PageView"];

/** The site's own text of a page; null if it has published none. */
export const pageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["page", slug],
    queryFn: async ({ signal }): Promise<PageText | null> => {
      const { items } = await unwrap(api.GET("/v1/pages", { params: { query: { slug } }, signal }));
      return items[0] ?? null;
    },
  });
