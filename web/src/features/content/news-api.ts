import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { BY_CURSOR } from "@/api/queries";

export type News = components["schemas"]["NewsView"];
export type NewsArticle = components["schemas"]["NewsArticle"];
export type NewsCategory = News["category"];

const PAGE = 20;

export const newsKey = ["news"];

/** The site's news, pinned ones first. */
export const newsQuery = (category: NewsCategory | null) =>
  infiniteQueryOptions({
    queryKey: [...newsKey, "list", category],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/v1/news", { params: { query: { category, cursor: pageParam, limit: PAGE } }, signal }),
      ),
    ...BY_CURSOR,
  });

export const newsCategoriesQuery = queryOptions({
  queryKey: [...newsKey, "categories"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/v1/news/categories", { signal }))).items,
});

/** One article, by its id or slug. */
export const newsArticleQuery = (id: string) =>
  queryOptions({
    queryKey: [...newsKey, "article", id],
    queryFn: ({ signal }) => unwrap(api.GET("/v1/news/{id}", { params: { path: { id } }, signal })),
  });
