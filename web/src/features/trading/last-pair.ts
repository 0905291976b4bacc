import { persisted } from "@/lib/persisted";

const useLastPair = persisted<string | null>(
  "cw:last-pair",
  (stored) => (typeof stored === "string" ? stored : null),
  "browser",
);

/** Remembers the pair shown, for whoever comes back. */
export function saveLastPair(symbol: string): void {
  useLastPair.setState(symbol);
}

export function readLastPair(): string | null {
  return useLastPair.getState();
}
