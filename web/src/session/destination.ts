import { safeNext } from "@/lib/safe-next";
import type { Client } from "./client";

export const VERIFICATION_PATH = "/register/verification";
export const DASHBOARD_PATH = "/personal/dashboard";

/** Where to redirect after sign-in: `next` is untrusted input from the URL. */
export function destinationOf(client: Pick<Client, "email_is_confirmed">, next?: unknown): string {
  if (!client.email_is_confirmed) return VERIFICATION_PATH;
  return safeNext(next) ?? DASHBOARD_PATH;
}

/** The login with a redirect back to a path. */
export function loginHref(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`;
}
