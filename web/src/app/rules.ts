import type { components } from "@/api/generated/schema";
import { safeNext } from "@/lib/safe-next";

const LOOKUP_TIMEOUT_MS = 2_000;
const MAX_CACHED = 200;
/** How long the server lets its answers be kept. */
const CHECKED_SECONDS = 60;

export type Rule = components["schemas"]["RuleVerdict"];
/** With `atOnce` what is remembered counts, however old it is, and is renewed meanwhile. */
export type RuleLookup = (path: string, options?: { atOnce: boolean }) => Promise<Rule | null>;

/**
 * Asks the server what to do before a navigation; null where nothing is known, which never blocks anybody.
 * For the first document the server has applied the rule of `checkedPath` itself.
 */
export function createRuleLookup(checkedPath: string | null): RuleLookup {
  const remembered = new Map<string, { rule: Rule | null; until: number }>();
  if (checkedPath !== null) remember(checkedPath, null, CHECKED_SECONDS);

  function remember(path: string, rule: Rule | null, seconds: number): void {
    if (remembered.size >= MAX_CACHED) remembered.clear();
    remembered.set(withoutEndSlash(path), { rule, until: Date.now() + seconds * 1000 });
  }

  async function ask(path: string): Promise<Rule | null> {
    const rule = await fetchRule(path);
    if (rule) remember(path, rule, rule.ttl);
    return rule;
  }

  return async (path, { atOnce } = { atOnce: false }) => {
    const known = remembered.get(withoutEndSlash(path));
    if (known && known.until > Date.now()) return known.rule;
    const asked = ask(path);
    return atOnce ? (known?.rule ?? null) : asked;
  };
}

/** For when a navigation is likely: its lookup will not have to wait for the client. */
export function prepareRuleLookup(): void {
  loadClient().catch(() => undefined);
}

/** The path the server marked as checked when it wrote the document. */
export function readCheckedPath(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="route-checked"]')?.content ?? null;
}

/** Where a rule's redirect leads. An address with a protocol leaves the app; other schemes than the web's lead nowhere. */
export function redirectTarget(redirect: string): { href: string; isExternal: boolean } | null {
  const path = safeNext(redirect);
  if (path) return { href: path, isExternal: false };
  if (!URL.canParse(redirect, location.origin)) return null;
  const url = new URL(redirect, location.origin);
  return /^https?:$/.test(url.protocol) ? { href: url.href, isExternal: true } : null;
}

/** The first document needs no call, so that the client is not among what it loads. */
function loadClient() {
  return import("@/api/client");
}

async function fetchRule(path: string): Promise<Rule | null> {
  try {
    const { api, unwrap } = await loadClient();
    const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
    return await unwrap(api.GET("/bff/rules", { params: { query: { path } }, signal }));
  } catch {
    return null;
  }
}

function withoutEndSlash(path: string): string {
  return path.replace(/\/+$/, "") || "/";
}
