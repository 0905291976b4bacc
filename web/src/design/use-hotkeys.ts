import { useEffect, useRef } from "react";

/** What keys do, by their names in small letters. */
export type Hotkeys = Readonly<Record<string, () => void>>;

/** Does what the key of an event stands for and returns that key; null when it stands for nothing. */
type Press = (event: KeyboardEvent) => string | null;

interface HotkeyOptions {
  isOn: boolean;
  /** Selects the fields in which hotkeys work too, such as those that take no letters. */
  freeFields?: string;
  /** Calls `press` for each key and returns what ends that. Must stay the same from one render to the next. */
  listen?: (press: Press) => () => void;
}

const FIELDS = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]";
const DIALOGS = "dialog[open], [role$=dialog]";

/** Single keys that act on the whole page, while nobody types and no dialog is open. */
export function useHotkeys(keys: Hotkeys, options: HotkeyOptions): void {
  const { isOn, freeFields, listen = listenToDocument } = options;
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });

  useEffect(() => {
    return listen((event) => {
      // A key held down acts once: it must not decide one case after another.
      if (!isOn || event.defaultPrevented || event.repeat || !isForPage(event, freeFields)) return null;
      const key = event.key.toLowerCase();
      const act = newest.current[key];
      if (!act || document.querySelector(DIALOGS)) return null;
      event.preventDefault();
      act();
      return key;
    });
  }, [isOn, freeFields, listen]);
}

/** Whether a key is meant for the page rather than for a field or the browser. */
export function isForPage(event: KeyboardEvent, freeFields?: string): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (!(target instanceof Element) || !target.closest(FIELDS)) return true;
  return freeFields !== undefined && target.matches(freeFields);
}

function listenToDocument(press: Press): () => void {
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
