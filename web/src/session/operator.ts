import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { ProblemError } from "@/api/problem-error";
import { queries } from "@/api/queries";
import { isConsole, readOperatorToken, writeOperatorToken } from "@/lib/operator-token";

export type Operator = components["schemas"]["OperatorMe"];
export type Permission = Operator["permissions"][number];

const listeners = new Set<() => void>();
let endedBecause: string | null = null;

export const operatorQuery = queryOptions({
  queryKey: ["operator", "me"],
  queryFn: ({ signal }) => unwrap(api.GET("/operator/me", { signal })),
  staleTime: 60_000,
});

queries.getQueryCache().subscribe((event) => {
  if (event.type === "updated" && event.action.type === "error") leaveIfEnded(event.action.error);
});
queries.getMutationCache().subscribe((event) => {
  if (event.type === "updated" && event.action.type === "error") leaveIfEnded(event.action.error);
});

export function useIsOperator(): boolean {
  return useSyncExternalStore(subscribe, () => readOperatorToken() !== null);
}

/** Who sits at the console; undefined until the server has said so. */
export function useOperator(): Operator | undefined {
  return useQuery(operatorQuery).data;
}

/** Whether the operator may do something: what they may not do is not offered. The server decides in any case. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = useOperator()?.permissions;
  return (permission) => permissions?.includes(permission) ?? false;
}

/** Why the last session ended by itself, for whoever finds the door closed. */
export function reasonOfEnd(): string | null {
  return endedBecause;
}

/** Keeps the token of a console session, or forgets it; what the last operator has loaded is not for the next. */
export function setOperatorToken(token: string | null, reason: string | null = null): void {
  writeOperatorToken(token);
  endedBecause = reason;
  queries.clear();
  for (const listener of listeners) listener();
}

/** Ends the console session here and, if it can be reached, on the server. */
export async function signOutOperator(reason: string | null = null): Promise<void> {
  const token = readOperatorToken();
  setOperatorToken(null, reason);
  if (token === null) return;
  // A session that cannot be ended there ends by itself.
  await unwrap(api.DELETE("/operator/token", { headers: { "X-Operator-Token": token } })).catch(
    () => undefined,
  );
}

function leaveIfEnded(error: unknown): void {
  if (!isConsole() || !(error instanceof ProblemError) || error.code !== "TOKEN_INVALID") return;
  // Several calls are refused at once; the first says why.
  if (readOperatorToken() !== null) setOperatorToken(null, error.message);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
