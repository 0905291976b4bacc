import { QueryClient } from "@tanstack/react-query";

/** The one cache of server answers: what pages read from, and what code outside of them may fill or clear. */
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
