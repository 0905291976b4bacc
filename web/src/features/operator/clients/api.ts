import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { BY_CURSOR } from "@/api/queries";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type ClientRow = Schemas["ClientRow"];
export type ClientDetail = Schemas["ClientDetail"];
export type ClientSession = Schemas["SessionForStaff"];

const LIST = [...operatorKeys.clients, "list"] as const;

/** Search for clients by e-mail address, name or id, newest first. Every search is audited. */
export const clientsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...LIST, q],
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET("/operator/clients", {
          params: { query: { q: q || null, cursor: pageParam, limit: 25 } },
          signal,
        }),
      ),
    ...BY_CURSOR,
    staleTime: 60_000,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

/** One client. Every access is audited, so it is fetched once per opening. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...operatorKeys.clients, "one", clientId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/operator/clients/{client_id}", { params: { path: { client_id: clientId } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

export function useFreeze(clientId: string) {
  const refresh = useRefresh(clientId);
  return useMutation({
    mutationFn: (reason: string) =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/clients/{client_id}/freeze", {
            params: { path: { client_id: clientId } },
            body: { reason },
          }),
        ),
      ),
    // Also after a rejection: somebody else may have done it.
    onSettled: refresh,
  });
}

export function useUnfreeze(clientId: string) {
  const refresh = useRefresh(clientId);
  return useMutation({
    mutationFn: () =>
      withStepUp(() =>
        unwrap(
          api.POST("/operator/clients/{client_id}/unfreeze", { params: { path: { client_id: clientId } } }),
        ),
      ),
    onSettled: refresh,
  });
}

export function useEndSession(clientId: string) {
  const refresh = useRefresh(clientId);
  return useMutation({
    mutationFn: (sessionId: string) =>
      unwrap(
        api.DELETE("/operator/clients/{client_id}/sessions/{session_id}", {
          params: { path: { client_id: clientId, session_id: sessionId } },
        }),
      ),
    onSettled: refresh,
  });
}

export function useEndAllSessions(clientId: string) {
  const refresh = useRefresh(clientId);
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/operator/clients/{client_id}/sessions", { params: { path: { client_id: clientId } } }),
      ),
    onSettled: refresh,
  });
}

function useRefresh(clientId: string) {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: clientQuery(clientId).queryKey }),
      cache.invalidateQueries({ queryKey: LIST, refetchType: "none" }),
    ]);
}
