import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { createStore } from "zustand";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { ProblemError } from "@/api/problem-error";
import { queries } from "@/api/queries";
import { isConsole, readOperatorToken, writeOperatorToken } from "@/lib/operator-token";

export type Operator = components["schemas"]["OperatorMe"];
export type Permission = Operator["permissions"][number];

/** Set with every change of the token, so that its subscribers read the token again. */
const lastEnd = createStore<{ reason: string | null }>(() => ({ reason: null }));

export const operatorQuery = queryOptions({
  queryKey: operatorKeys.me,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/me", { signal })),
  staleTime: 60_000,
});

queries.getQueryCache().subscribe((event) => {
  if (event.type === "updated" && event.action.type === "error") endIfInvalid(event.action.error);
});
queries.getMutationCache().subscribe((event) => {
  if (event.type === "updated" && event.action.type === "error") endIfInvalid(event.action.error);
});

export function useIsOperator(): boolean {
  return useSyncExternalStore(lastEnd.subscribe, () => readOperatorToken() !== null);
}

/** The signed-in operator; undefined while loading. */
export function useOperator(): Operator | undefined {
  return useQuery(operatorQuery).data;
}

/** Whether the operator has a permission, to hide what is not permitted. The server checks it in any case. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = useOperator()?.permissions;
  return (permission) => permissions?.includes(permission) ?? false;
}

/** Why the last session ended, to be shown at the sign-in. */
export function reasonOfEnd(): string | null {
  return lastEnd.getState().reason;
}

/** Stores or clears the token of a console session, and clears the cache of the previous operator. */
export function setOperatorToken(token: string | null, reason: string | null = null): void {
  writeOperatorToken(token);
  queries.clear();
  lastEnd.setState({ reason });
}

/** Ends the console session here and, if reachable, on the server. */
export async function signOutOperator(reason: string | null = null): Promise<void> {
  const token = readOperatorToken();
  setOperatorToken(null, reason);
  if (token === null) return;
  // On failure the session expires by itself.
  await unwrap(api.DELETE("/operator/token", { headers: { "X-Operator-Token": token } })).catch(
    () => undefined,
  );
}

function endIfInvalid(error: unknown): void {
  if (!isConsole() || !(error instanceof ProblemError) || error.code !== "TOKEN_INVALID") return;
  // Several calls may be rejected together; the first has the reason.
  if (readOperatorToken() !== null) setOperatorToken(null, error.message);
}
