import { persisted } from "@/lib/persisted";

const useAreKeysOn = persisted<boolean>(
  "cw:console-keys",
  // Earlier versions stored a string.
  (stored) => stored !== false && stored !== "off",
  "browser",
);

/** Whether single-key shortcuts are on; stored in this browser, because some people need them off. */
export function useKeyChoice(): [areOn: boolean, choose: (areOn: boolean) => void] {
  return [useAreKeysOn(), useAreKeysOn.setState];
}
