import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";

export type EngineHealth = components["schemas"]["EngineHealth"];
export type LedgerCheck = components["schemas"]["LedgerCheck"];

/** The health of the engine; polled every few seconds. */
export const engineQuery = queryOptions({
  queryKey: operatorKeys.engine,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/engine", { signal })),
  refetchInterval: 3_000,
});

/** Runs the ledger check, which is expensive for the database: only on demand. */
export function useCheckLedger() {
  return useMutation({ mutationFn: () => unwrap(api.GET("/operator/ledger-check")) });
}
