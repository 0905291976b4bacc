import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { showPasskey } from "@/lib/webauthn";
import { useAskedTerms } from "@/session/asked-terms";
import {
  type Client,
  currentClientQuery,
  enterSession,
  loadCurrentClient,
  type SignInDraft,
  setCurrentClient,
} from "@/session/client";
import { clearSession } from "@/session/session";

type Schemas = components["schemas"];
export type Registration = Schemas["Registration"];

/** The site's terms, if it has published any. */
export const termsQuery = queryOptions({
  queryKey: ["terms"],
  queryFn: ({ signal }) => unwrap(api.GET("/v1/pages", { params: { query: { slug: "terms" } }, signal })),
});

export function useAcceptTerms() {
  return useMutation({
    mutationFn: (version: number) => unwrap(api.POST("/v1/terms/acceptance", { body: { version } })),
    onSuccess() {
      useAskedTerms.setState(false, true);
      queries.setQueryData(currentClientQuery.queryKey, (known) => known && { ...known, asks_terms: false });
    },
    // They may have changed once more.
    onError: () => queries.invalidateQueries({ queryKey: termsQuery.queryKey }),
  });
}

async function signIn(draft: SignInDraft): Promise<Client> {
  const { raw_token } = await unwrap(api.POST("/v1/token", { body: draft }));
  return enterSession(raw_token);
}

/** Signs in with a password or a sign-in link, and with the second factor where required. */
export function useSignIn() {
  return useMutation({ mutationFn: signIn });
}

/** Signs in with a passkey, which counts as both factors. */
export function useSignInWithPasskey() {
  return useMutation({
    mutationFn: async () => {
      const options = await unwrap(api.POST("/v1/token/passkey/options"));
      const credential = await showPasskey(options);
      const { raw_token } = await unwrap(api.POST("/v1/token/passkey", { body: { credential } }));
      return enterSession(raw_token);
    },
  });
}

/** Registers and signs in; null if only the sign-in failed. */
export function useRegister() {
  return useMutation({
    mutationFn: async (draft: Registration) => {
      const { client } = await unwrap(api.POST("/v1/client", { body: draft }));
      return signIn({ login: client.email, password: client.password }).catch(() => null);
    },
  });
}

/** Confirms the client's address with the six digits. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: (code: string) => confirmEmail(code),
    onSuccess: setCurrentClient,
  });
}

/** Confirms the address with the code of the emailed link. */
export function useConfirmEmailByLink() {
  return useMutation({
    async mutationFn(code: string) {
      const client = await confirmEmail(code);
      // The client may not be loaded yet, or the cached one may be stale. The address is confirmed even if
      // loading fails.
      const here = await loadCurrentClient().catch(() => null);
      if (here?.id === client.id) setCurrentClient(client);
      return client;
    },
  });
}

async function confirmEmail(code: string): Promise<Client> {
  const { client } = await unwrap(
    api.PATCH("/v1/client/email-confirmation", { params: { query: { code } } }),
  );
  return client;
}

export function useResendConfirmation() {
  return useMutation({ mutationFn: () => unwrap(api.POST("/v1/client/resend-email-confirmation")) });
}

export function useKnock() {
  return useMutation({ mutationFn: (email: string) => unwrap(api.POST("/v1/knock", { body: { email } })) });
}

export function useAskForPasswordReset() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST("/v1/password-reset", { body: { email } })),
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (reset: Schemas["PasswordReset"]) => unwrap(api.PATCH("/v1/password-reset", { body: reset })),
    // The server has ended every session, including this one.
    onSuccess: clearSession,
  });
}
