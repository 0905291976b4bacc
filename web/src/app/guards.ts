import { safeNext } from "@/lib/safe-next";
import { isSignedIn } from "@/session/session";

export type GuardedLocation = { href: string; search: Readonly<Record<string, unknown>> };

/** Where a visitor of this place is sent instead; null lets them in. */
export type Guard = (place: GuardedLocation) => string | null | Promise<string | null>;

const GUARDS = {
  "auth-redirect": ({ search }) => (isSignedIn() ? (safeNext(search.next) ?? "/personal/dashboard") : null),
  "profile-redirect": ({ href }) => (isSignedIn() ? null : `/login?next=${encodeURIComponent(href)}`),
  "register-verification-redirect": () => (isSignedIn() ? null : "/register"),
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
