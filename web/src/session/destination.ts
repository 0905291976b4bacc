import { safeNext } from "@/lib/safe-next";
import type { Client } from "./client";

export const VERIFICATION_PATH = "/register/verification";
export const DASHBOARD_PATH = "/personal/dashboard";

/** Where a client who has come in goes on: `next` is what the address asks for and may be anything. */
export function destinationOf(client: Pick<Client, "email_is_confirmed">, next?: unknown): string {
  if (!client.email_is_confirmed) return VERIFICATION_PATH;
  return safeNext(next) ?? DASHBOARD_PATH;
}

/** The login, with the way back to where somebody was. */
export function loginHref(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`;
}
