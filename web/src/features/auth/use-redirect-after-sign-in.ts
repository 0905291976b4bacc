import { useRouter } from "@tanstack/react-router";
import type { Client } from "@/session/client";
import { destinationOf } from "@/session/destination";

/** Redirects after sign-in, replacing the sign-in page in the history. */
export function useRedirectAfterSignIn(next?: unknown) {
  const router = useRouter();
  return (client: Client) => void router.navigate({ href: destinationOf(client, next), replace: true });
}
