import { QueryClient } from "@tanstack/react-query";

/** The query cache, shared by pages and by code outside React that patches or clears it. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The api client has already tried twice.
      retry: false,
      staleTime: 5_000,
      // Offline calls fail and say so, instead of waiting behind a skeleton.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { networkMode: "always" },
  },
});

/** The pages of a list whose responses name the cursor of the next one. */
export const BY_CURSOR = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor,
};
