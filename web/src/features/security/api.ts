import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { securityKey } from "@/api/keys";
import { BY_CURSOR } from "@/api/queries";
import { isConsole } from "@/lib/operator-token";
import { createPasskey, type ShownCredential } from "@/lib/webauthn";
import { currentClientQuery, setCurrentClient } from "@/session/client";
import { withStepUp } from "@/session/step-up";

type Schemas = components["schemas"];

export type ApiKey = Schemas["ApiKeyView"];
export type CreatedApiKey = Schemas["CreatedApiKey"];
export type NewApiKey = Schemas["NewApiKey"];
export type Passkey = Schemas["PasskeyView"];
export type SessionRow = Schemas["SessionView"];
export type LoginRow = Schemas["LoginView"];
export type TotpSetup = Schemas["TotpSetup"];

/** More than the server's maximum of 20 passkeys and 30 keys. */
const ALL = 200;

export const passkeysQuery = queryOptions({
  queryKey: [...securityKey, "passkeys"],
  queryFn: ({ signal }) =>
    unwrap(api.GET("/v1/client/passkeys", { params: { query: { limit: ALL } }, signal })),
});

export const sessionsQuery = queryOptions({
  queryKey: [...securityKey, "sessions"],
  queryFn: ({ signal }) =>
    unwrap(api.GET("/v1/client/sessions", { params: { query: { limit: ALL } }, signal })),
});

export const apiKeysQuery = queryOptions({
  queryKey: [...securityKey, "api-keys"],
  queryFn: ({ signal }) =>
    unwrap(api.GET("/v1/client/api-keys", { params: { query: { limit: ALL } }, signal })),
});

export const loginHistoryQuery = infiniteQueryOptions({
  queryKey: [...securityKey, "login-history"],
  queryFn: ({ signal, pageParam }) =>
    unwrap(
      api.GET("/v1/client/login-history", { params: { query: { cursor: pageParam, limit: 10 } }, signal }),
    ),
  ...BY_CURSOR,
});

/** Invalidates queries that a change may affect. */
function useRefresh() {
  const cache = useQueryClient();
  return (...keys: readonly (readonly unknown[])[]) =>
    Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}

export function useChangePassword() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (change: Schemas["PasswordChange"]) =>
      withStepUp(() => unwrap(api.PATCH("/v1/client/password", { body: change }))),
    // Every other session has ended.
    onSuccess: () => refresh(sessionsQuery.queryKey),
  });
}

export function useAskForEmailChange() {
  return useMutation({
    mutationFn: (email: string) =>
      withStepUp(() => unwrap(api.POST("/v1/client/email", { body: { email } }))),
  });
}

export function useConfirmEmailChange() {
  return useMutation({
    mutationFn: (code: string) => unwrap(api.PATCH("/v1/client/email", { body: { code } })),
    onSuccess: ({ client }) => setCurrentClient(client),
  });
}

export function useBeginTotp() {
  return useMutation({
    mutationFn: () => withStepUp(() => unwrap(api.POST("/v1/client/totp"))),
    // The secret must not stay in the cache.
    gcTime: 0,
  });
}

export function useConfirmTotp() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (code: string) => unwrap(api.PATCH("/v1/client/totp", { body: { code } })),
    gcTime: 0,
    onSuccess: () => refresh(currentClientQuery.queryKey),
  });
}

export function useRemoveTotp() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => withStepUp(() => unwrap(api.DELETE("/v1/client/totp"))),
    onSuccess: () => refresh(currentClientQuery.queryKey),
  });
}

export function useAddPasskey() {
  const refresh = useRefresh();
  return useMutation({
    async mutationFn(name: string) {
      const options = await withStepUp(() => unwrap(api.POST("/v1/client/passkeys/options")));
      const credential = await createPasskey(options);
      return unwrap(api.POST("/v1/client/passkeys", { body: { credential, name } }));
    },
    onSuccess: () => refresh(passkeysQuery.queryKey, currentClientQuery.queryKey),
  });
}

export function useRemovePasskey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      withStepUp(() =>
        unwrap(api.DELETE("/v1/client/passkeys/{passkey_id}", { params: { path: { passkey_id: id } } })),
      ),
    onSuccess: () => refresh(passkeysQuery.queryKey, currentClientQuery.queryKey),
  });
}

export function useEndSession() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      withStepUp(() =>
        unwrap(api.DELETE("/v1/client/sessions/{session_id}", { params: { path: { session_id: id } } })),
      ),
    // A session that has already ended is rejected, and must leave the list, too.
    onSettled: () => refresh(sessionsQuery.queryKey),
  });
}

export function useEndOtherSessions() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => withStepUp(() => unwrap(api.DELETE("/v1/client/sessions"))),
    onSettled: () => refresh(sessionsQuery.queryKey),
  });
}

export function useCreateApiKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (draft: NewApiKey) =>
      withStepUp(() => unwrap(api.POST("/v1/client/api-keys", { body: draft }))),
    gcTime: 0,
    onSuccess: () => refresh(apiKeysQuery.queryKey),
  });
}

export function useRemoveApiKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      withStepUp(() =>
        unwrap(api.DELETE("/v1/client/api-keys/{key_id}", { params: { path: { key_id: id } } })),
      ),
    onSettled: () => refresh(apiKeysQuery.queryKey),
  });
}

export function useChangeAntiPhishingCode() {
  return useMutation({
    mutationFn: (code: string) =>
      withStepUp(() => unwrap(api.PATCH("/v1/client/anti-phishing-code", { body: { code } }))),
    onSuccess: ({ client }) => setCurrentClient(client),
  });
}

export function useFreezeAccount() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => withStepUp(() => unwrap(api.POST("/v1/client/freeze"))),
    onSuccess: () => refresh(sessionsQuery.queryKey, currentClientQuery.queryKey),
  });
}

type Proof = { totp: string } | { password: string } | { credential: ShownCredential };

export function useStepUpProof() {
  return useMutation({
    mutationFn: (proof: Proof) =>
      isConsole()
        ? unwrap(api.POST("/operator/step-up", { body: proof }))
        : unwrap(api.POST("/v1/client/step-up", { body: proof })),
    gcTime: 0,
  });
}

export function fetchStepUpOptions() {
  return isConsole()
    ? unwrap(api.POST("/operator/step-up/options"))
    : unwrap(api.POST("/v1/client/step-up/options"));
}
