import { type Hotkeys, useHotkeys } from "@/design/use-hotkeys";
import { handleKeys } from "@/lib/key-handling";
import { persisted } from "@/lib/persisted";

/** What follows this key is searched for. */
const SEARCH_KEY = "/";

/** They take no letters, so that letters stay free for hotkeys. */
const LETTERLESS_FIELDS =
  "[inputmode=decimal], [inputmode=numeric], [type=checkbox], [type=radio], [type=range]";

/** Whether single letters do something. Whoever speaks to the computer, or trembles, may switch them off. */
export const useHotkeysOn = persisted<boolean>(
  "cw:hotkeys",
  // Earlier versions stored a word.
  (stored) => stored !== false && stored !== "off",
  "browser",
);

export function setHotkeysOn(next: boolean): void {
  useHotkeysOn.setState(next);
}

/** The hotkeys of the trading screen: also those pressed while it was still loading, and in fields for amounts. */
export function useTradingHotkeys(keys: Hotkeys): void {
  useHotkeys(keys, { isOn: useHotkeysOn(), freeFields: LETTERLESS_FIELDS, listen: listenFromFirstScript });
}

function listenFromFirstScript(press: (event: KeyboardEvent) => string | null): () => void {
  return handleKeys((event) => press(event) === SEARCH_KEY);
}
