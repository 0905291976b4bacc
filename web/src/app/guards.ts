import { ProblemError } from "@/api/problem-error";
import type { Client } from "@/session/client";
import { DASHBOARD_PATH, destinationOf, loginHref, VERIFICATION_PATH } from "@/session/destination";
import { isSignedIn } from "@/session/session";
import { loadChunk } from "./chunk-errors";

export type GuardedLocation = { href: string; search: Readonly<Record<string, unknown>> };

/** Where a visitor of this place is sent instead; null lets them in. */
export type Guard = (place: GuardedLocation) => Promise<string | null>;

const GUARDS = {
  "auth-redirect": async ({ search }) => {
    // Signing in is possible whether or not the server could be asked about an earlier session.
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
    if (!client) return "/register";
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

/** The guards of a page: its own unless a rule switches it off, and those a rule switches on. */
export function guardsOf(own: GuardName | undefined, switches: Readonly<Record<string, boolean>>): Guard[] {
  const states = new Map<string, boolean>(own ? [[own, true]] : []);
  for (const [name, isOn] of Object.entries(switches)) states.set(name, isOn);
  // Also a name that is switched off must exist: a typing error in a rule should be seen, not obeyed.
  const guards = [...states].map(([name, isOn]) => ({ guard: getGuard(name), isOn }));
  return guards.filter(({ isOn }) => isOn).map(({ guard }) => guard);
}

/** Whoever is signed in, loaded unless known; throws where no answer came, so that the page can be tried again. */
async function findClient(): Promise<Client | null> {
  // Visitors never load what is below.
  if (!isSignedIn()) return null;
  const { loadCurrentClient } = await loadChunk(() => import("@/session/client"));
  return loadCurrentClient();
}

function ignoreSilence(error: unknown): null {
  if (error instanceof ProblemError) return null;
  throw error;
}
