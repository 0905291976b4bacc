import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type EngineHealth = components["schemas"]["EngineHealth"];
export type LedgerCheck = components["schemas"]["LedgerCheck"];

/** How the engine is; looked at again every few seconds while somebody watches. */
export const engineQuery = queryOptions({
  queryKey: ["operator", "engine"],
  queryFn: ({ signal }) => unwrap(api.GET("/operator/engine", { signal })),
  refetchInterval: 3_000,
});

/** Adds up the whole ledger, which is work for the database: done when somebody asks for it. */
export function useCheckLedger() {
  return useMutation({ mutationFn: () => unwrap(api.GET("/operator/ledger-check")) });
}
