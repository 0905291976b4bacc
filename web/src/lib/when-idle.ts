const MAX_WAIT_MS = 2_000;
const FALLBACK_WAIT_MS = 500;

/** Runs a callback when the browser is idle; returns a cancel function. */
export function whenIdle(act: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(act, { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }
  // Safari.
  const timer = setTimeout(act, FALLBACK_WAIT_MS);
  return () => clearTimeout(timer);
}
