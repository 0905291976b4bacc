import { useEffect, useRef } from "react";
import { handleKeys } from "@/lib/key-handling";
import { persisted } from "@/lib/persisted";

/** What follows this key is searched for. */
const SEARCH_KEY = "/";

/** What keys do, by their names in small letters. */
export type Hotkeys = Readonly<Record<string, () => void>>;

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

/** Does what a key stands for, wherever the focus is, unless somebody is writing or a dialog is open. */
export function useHotkeys(keys: Hotkeys): void {
  const isOn = useHotkeysOn();
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): boolean {
      if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
      if (document.querySelector("dialog[open], [role=dialog]")) return false;
      const key = event.key.toLowerCase();
      const act = newest.current[key];
      if (!act || event.repeat || isWriting(event.target)) return false;
      event.preventDefault();
      act();
      return key === SEARCH_KEY;
    }
    return handleKeys(press);
  }, [isOn]);
}

/** Fields for amounts take no letters, so that letters stay free for keys. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && isTextual(target);
}

function isTextual(input: HTMLInputElement): boolean {
  const isAmount = input.inputMode === "decimal" || input.inputMode === "numeric";
  return !isAmount && !["checkbox", "radio", "range", "button"].includes(input.type);
}
