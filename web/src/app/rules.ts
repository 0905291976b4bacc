import type { components } from "@/api/generated/schema";
import { safeNext } from "@/lib/safe-next";

const LOOKUP_TIMEOUT_MS = 2_000;
const MOST_REMEMBERED = 200;

export type Rule = components["schemas"]["RuleVerdict"];
export type RuleLookup = (path: string) => Promise<Rule | null>;

/**
 * Asks the server what to do before a navigation; null where nothing is known, which never blocks anybody.
 * For the first document the server has applied the rule of `checkedPath` itself.
 */
export function createRuleLookup(checkedPath: string | null): RuleLookup {
  const remembered = new Map<string, { rule: Rule; until: number }>();
  let isFirst = true;

  return async (path) => {
    const isChecked = isFirst && checkedPath !== null && samePath(path, checkedPath);
    isFirst = false;
    if (isChecked) return null;

    const known = remembered.get(path);
    if (known && known.until > Date.now()) return known.rule;
    const rule = await fetchRule(path);
    if (rule) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(path, { rule, until: Date.now() + rule.ttl * 1000 });
    }
    return rule;
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

function samePath(one: string, other: string): boolean {
  return (one.replace(/\/+$/, "") || "/") === (other.replace(/\/+$/, "") || "/");
}
