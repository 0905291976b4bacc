import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { operatorKeys } from "@/api/operator-keys";
import { showPasskey } from "@/lib/webauthn";
import { setOperatorToken } from "@/session/operator";

type Credentials = components["schemas"]["Credentials"];

/** The health of the installation; polled every few seconds. */
export const healthQuery = queryOptions({
  queryKey: operatorKeys.health,
  queryFn: ({ signal }) => unwrap(api.GET("/operator/health", { signal })),
  refetchInterval: 10_000,
});

export function useOperatorSignIn() {
  return useMutation({
    mutationFn: (body: Credentials) => unwrap(api.POST("/operator/token", { body })),
    onSuccess: ({ raw_token }) => setOperatorToken(raw_token),
  });
}

export function useOperatorPasskeySignIn() {
  return useMutation({
    async mutationFn() {
      const credential = await showPasskey(await unwrap(api.POST("/operator/token/passkey/options")));
      return unwrap(api.POST("/operator/token/passkey", { body: { credential } }));
    },
    onSuccess: ({ raw_token }) => setOperatorToken(raw_token),
  });
}
