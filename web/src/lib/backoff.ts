/** Exponential back-off: the pause before an attempt doubles with each one that failed, up to a maximum. */
export function backoffMs(failures: number, minMs: number, maxMs: number): number {
  return Math.min(minMs * 2 ** failures, maxMs);
}
