import { persisted } from "@/lib/persisted";

const useAreKeysOn = persisted<boolean>(
  "cw:console-keys",
  // Earlier versions stored a word.
  (stored) => stored !== false && stored !== "off",
  "browser",
);

/** Whether single keys act; some people need them off, and keep it so in this browser. */
export function useKeyChoice(): [areOn: boolean, choose: (areOn: boolean) => void] {
  return [useAreKeysOn(), useAreKeysOn.setState];
}
