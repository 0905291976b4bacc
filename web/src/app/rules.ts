import type { components } from "@/api/generated/schema";
import { safeNext } from "@/lib/safe-next";

const LOOKUP_TIMEOUT_MS = 2_000;
const MAX_CACHED = 200;
/** The TTL of the server's answers. */
const CHECKED_SECONDS = 60;

export type Rule = components["schemas"]["RuleVerdict"];
/** With `atOnce` a stale cached answer is returned and revalidated in the background. */
export type RuleLookup = (path: string, options?: { atOnce: boolean }) => Promise<Rule | null>;

/**
 * Looks up the navigation rule for a path; null if unknown, which never blocks a navigation. For the first
 * document the server has already applied the rule of `checkedPath`. A rule that arrives after the timeout is
 * cached and passed to `onLateRule`, so that it can still be applied.
 */
export function createRuleLookup(
  checkedPath: string | null,
  onLateRule: (rule: Rule) => void = () => undefined,
): RuleLookup {
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
    if (atOnce) return known?.rule ?? null;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve(null);
        asked.then((rule) => rule && onLateRule(rule));
      }, LOOKUP_TIMEOUT_MS);
      asked.then(resolve).finally(() => clearTimeout(timer));
    });
  };
}

/** Preloads the API client when a navigation is likely. */
export function prepareRuleLookup(): void {
  loadClient().catch(() => undefined);
}

/** The path that the server marked as checked when it rendered the document. */
export function readCheckedPath(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="route-checked"]')?.content ?? null;
}

/**
 * The target of a rule's redirect. An absolute URL leaves the app; schemes other than http(s) are rejected.
 */
export function redirectTarget(redirect: string): { href: string; isExternal: boolean } | null {
  const path = safeNext(redirect);
  if (path) return { href: path, isExternal: false };
  if (!URL.canParse(redirect, location.origin)) return null;
  const url = new URL(redirect, location.origin);
  return /^https?:$/.test(url.protocol) ? { href: url.href, isExternal: true } : null;
}

/** Loaded lazily: the first document needs no lookup. */
function loadClient() {
  return import("@/api/client");
}

async function fetchRule(path: string): Promise<Rule | null> {
  try {
    const { api, unwrap } = await loadClient();
    return await unwrap(api.GET("/bff/rules", { params: { query: { path } } }));
  } catch {
    return null;
  }
}

function withoutEndSlash(path: string): string {
  return path.replace(/\/+$/, "") || "/";
}
