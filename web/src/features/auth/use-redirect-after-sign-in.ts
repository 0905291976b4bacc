import { useRouter } from "@tanstack/react-router";
import type { Client } from "@/session/client";
import { destinationOf } from "@/session/destination";

/** Leads a client who has just come in to where he was going, in place of the page that let him in. */
export function useRedirectAfterSignIn(next?: unknown) {
  const router = useRouter();
  return (client: Client) => void router.navigate({ href: destinationOf(client, next), replace: true });
}
