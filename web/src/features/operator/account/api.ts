import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { createPasskey } from "@/lib/webauthn";
import { withStepUp } from "@/session/step-up";

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
    onSuccess: useReadAgain(),
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
    onSuccess: useReadAgain(),
  });
}

export function useAddPasskey() {
  return useMutation({
    async mutationFn(name: string) {
      const options = await withStepUp(() => unwrap(api.POST("/operator/account/passkeys/options")));
      const credential = await createPasskey(options);
      return withStepUp(() => unwrap(api.POST("/operator/account/passkeys", { body: { credential, name } })));
    },
    onSuccess: useReadAgain(),
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
    onSettled: useReadAgain(),
  });
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/operator/account/sessions")),
    onSettled: useReadAgain(),
  });
}

function useReadAgain() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: accountQuery.queryKey });
}
