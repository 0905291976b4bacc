import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { createPasskey } from "@/lib/webauthn";
import { setOperatorToken } from "@/session/operator";
import { withStepUp } from "@/session/step-up";

export type Enrolment = components["schemas"]["EnrolmentView"];

/** The account of a link, with a new TOTP secret to set up, so it is fetched only once. */
export const enrolmentQuery = (token: string) =>
  queryOptions({
    queryKey: [...operatorKeys.enrolment, token],
    queryFn: ({ signal }) => unwrap(api.POST("/operator/enrolment/open", { body: { token }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });

export function useEnrol() {
  return useMutation({
    mutationFn: (draft: components["schemas"]["EnrolmentDraft"]) =>
      unwrap(api.POST("/operator/enrolment", { body: draft })),
    gcTime: 0,
    onSuccess: ({ raw_token }) => setOperatorToken(raw_token),
  });
}

type Schemas = components["schemas"];

export type Account = Schemas["OperatorAccount"];
export type Passkey = Schemas["PasskeyView"];
export type TotpSetup = Schemas["OperatorTotpSetup"];

export const accountQuery = queryOptions({
  queryKey: operatorKeys.account,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/account", { signal })),
});

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: Schemas["OperatorPasswordChange"]) =>
      withStepUp(() => unwrap(api.PATCH("/operator/account/password", { body: change }))),
    gcTime: 0,
    onSuccess: useRefetch(),
  });
}

export function useBeginTotp() {
  return useMutation({
    mutationFn: () => withStepUp(() => unwrap(api.POST("/operator/account/totp"))),
    // The secret must not stay in the cache.
    gcTime: 0,
  });
}

export function useConfirmTotp() {
  return useMutation({
    mutationFn: (confirmation: Schemas["OperatorTotpConfirmation"]) =>
      withStepUp(() => unwrap(api.PATCH("/operator/account/totp", { body: confirmation }))),
    gcTime: 0,
    onSuccess: useRefetch(),
  });
}

export function useAddPasskey() {
  return useMutation({
    async mutationFn(name: string) {
      const options = await withStepUp(() => unwrap(api.POST("/operator/account/passkeys/options")));
      const credential = await createPasskey(options);
      return withStepUp(() => unwrap(api.POST("/operator/account/passkeys", { body: { credential, name } })));
    },
    onSuccess: useRefetch(),
  });
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (id: string) =>
      withStepUp(() =>
        unwrap(
          api.DELETE("/operator/account/passkeys/{passkey_id}", { params: { path: { passkey_id: id } } }),
        ),
      ),
    onSettled: useRefetch(),
  });
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/operator/account/sessions")),
    onSettled: useRefetch(),
  });
}

function useRefetch() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: accountQuery.queryKey });
}
