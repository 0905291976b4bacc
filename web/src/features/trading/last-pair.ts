import { persisted } from "@/lib/persisted";

const useLastPair = persisted<string | null>(
  "cw:last-pair",
  (stored) => (typeof stored === "string" ? stored : null),
  "browser",
);

/** Stores the last viewed pair. */
export function saveLastPair(symbol: string): void {
  useLastPair.setState(symbol);
}

export function readLastPair(): string | null {
  return useLastPair.getState();
}
