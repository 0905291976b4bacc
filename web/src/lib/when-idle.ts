const MAX_WAIT_MS = 2_000;
const FALLBACK_WAIT_MS = 500;

/** Does something once the page has nothing better to do; the returned function calls it off. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(act, { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, FALLBACK_WAIT_MS);
  return () => clearTimeout(timer);
}
