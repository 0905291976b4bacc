import { type Hotkeys, useHotkeys } from "@/design/use-hotkeys";
import { bufferTyping, handleKeys } from "@/lib/key-handling";
import { persistedSwitch } from "@/lib/persisted-switch";

/** Opens the search; the following keys are typed into it. */
const SEARCH_KEY = "/";

/** Fields without letters, in which letter hotkeys work. */
const LETTERLESS_FIELDS =
  "[inputmode=decimal], [inputmode=numeric], [type=checkbox], [type=radio], [type=range]";

/**
 * Whether single-letter hotkeys are on. They can be switched off, for speech input and motor impairments
 * (WCAG 2.1.4).
 */
export const useHotkeysOn = persistedSwitch("cw:hotkeys");

export function setHotkeysOn(next: boolean): void {
  useHotkeysOn.setState(next);
}

/** The hotkeys of the trading screen, including those pressed while it was loading, and in amount fields. */
export function useTradingHotkeys(keys: Hotkeys): void {
  const search = () => {
    bufferTyping();
    keys[SEARCH_KEY]?.();
  };
  useHotkeys(
    { ...keys, [SEARCH_KEY]: search },
    { isOn: useHotkeysOn(), freeFields: LETTERLESS_FIELDS, listen: handleKeys },
  );
}
