export const LAST_PAIR_KEY = "cw:last-pair";

/** Remembers the pair shown, for whoever comes back. */
export function keepLastPair(symbol: string): void {
  try {
    localStorage.setItem(LAST_PAIR_KEY, symbol);
  } catch {
    // Without storage the next visit begins with the site's own pair.
  }
}

export function readLastPair(): string | null {
  try {
    return localStorage.getItem(LAST_PAIR_KEY);
  } catch {
    return null;
  }
}
