import { infiniteQueryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { BY_CURSOR } from "@/api/queries";

export type FaqEntry = components["schemas"]["FaqEntry"];
export type FaqCategory = FaqEntry["category"];

export const FAQ_CATEGORIES = [
  "account",
  "security",
  "deposits",
  "withdrawals",
  "trading",
  "products",
] as const satisfies readonly FaqCategory[];

/** The most characters that the server searches for. */
export const MAX_QUERY = 100;

export type FaqFilter = { q: string; category: FaqCategory | null };

/** The site's FAQ; with `q` what matches, best first. */
export const faqQuery = ({ q, category }: FaqFilter) =>
  infiniteQueryOptions({
    queryKey: ["faq", q, category],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/v1/faq", {
          params: { query: { q: q || null, category, cursor: pageParam, limit: 100 } },
          signal,
        }),
      ),
    ...BY_CURSOR,
  });

export function useRateAnswer(id: string) {
  return useMutation({
    mutationFn: (helpful: boolean) =>
      unwrap(api.POST("/v1/faq/{id}/helpful", { params: { path: { id } }, body: { helpful } })),
  });
}
