import { ProblemError } from "@/api/problem-error";
import { pageExists } from "@/lib/page-paths";
import type { Client } from "@/session/client";
import { DASHBOARD_PATH, destinationOf, loginHref, VERIFICATION_PATH } from "@/session/destination";
import { isSignedIn } from "@/session/session";
import { loadChunk } from "./chunk-errors";

export type GuardedLocation = { href: string; search: Readonly<Record<string, unknown>> };

/** The path to redirect to; null allows the navigation. */
export type Guard = (place: GuardedLocation) => Promise<string | null>;

const GUARDS = {
  "auth-redirect": async ({ search }) => {
    // Signing in must work even if the server did not respond about an earlier session.
    const client = await findClient().catch(ignoreSilence);
    return client && destinationOf(client, search.next);
  },
  "profile-redirect": async ({ href }) => {
    const client = await findClient();
    if (!client) return loginHref(href);
    return client.email_is_confirmed ? null : VERIFICATION_PATH;
  },
  "register-verification-redirect": async () => {
    const client = await findClient();
    if (!client) return pageExists("/register") ? "/register" : "/login";
    return client.email_is_confirmed ? DASHBOARD_PATH : null;
  },
} satisfies Record<string, Guard>;

export type GuardName = keyof typeof GUARDS;

const registry = new Map<string, Guard>(Object.entries(GUARDS));

export function getGuard(name: string): Guard {
  const guard = registry.get(name);
  if (!guard) throw new Error("Unknown route middleware");
  return guard;
}

/** The guards of a page: its own unless a rule disables it, and those that a rule enables. */
export function guardsOf(own: GuardName | undefined, switches: Readonly<Record<string, boolean>>): Guard[] {
  const states = new Map<string, boolean>(own ? [[own, true]] : []);
  for (const [name, isOn] of Object.entries(switches)) states.set(name, isOn);
  // A disabled name must exist, too, so that a typo in a rule raises an error.
  const guards = [...states].map(([name, isOn]) => ({ guard: getGuard(name), isOn }));
  return guards.filter(({ isOn }) => isOn).map(({ guard }) => guard);
}

/**
 * The signed-in client, from the cache or loaded; throws without a response, so that the page can be retried.
 */
async function findClient(): Promise<Client | null> {
  // Visitors must not load the modules below.
  if (!isSignedIn()) return null;
  const { loadCurrentClient } = await loadChunk(() => import("@/session/client"));
  return loadCurrentClient();
}

function ignoreSilence(error: unknown): null {
  if (error instanceof ProblemError) return null;
  throw error;
}
