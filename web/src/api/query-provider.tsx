import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";

const queries = new QueryClient({
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

/** Shares one cache of server answers with everything below; wherever it stands, it is the same cache. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
