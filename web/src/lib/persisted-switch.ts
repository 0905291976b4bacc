import { type Persisted, persisted } from "./persisted";
import type { BrowserKey } from "./storage-keys";

/** A switch of this browser that is on until somebody turns it off. */
export function persistedSwitch(key: BrowserKey): Persisted<boolean> {
  // Earlier versions stored a string.
  return persisted(key, (stored) => stored !== false && stored !== "off", "browser");
}
