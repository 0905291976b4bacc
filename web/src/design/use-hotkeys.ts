import { useEffect, useRef } from "react";

/** Actions by key, in lower case. */
export type Hotkeys = Readonly<Record<string, () => void>>;

/** Runs the action of the event's key and returns that key; null if it has none. */
type Press = (event: KeyboardEvent) => string | null;

interface HotkeyOptions {
  isOn: boolean;
  /** A selector of fields in which hotkeys work, too, such as those that take no letters. */
  freeFields?: string;
  /** Calls `press` for each key and returns an unsubscribe function. Must be stable between renders. */
  listen?: (press: Press) => () => void;
}

const FIELDS = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]";
const DIALOGS = "dialog[open], [role$=dialog]";

/** Single-key shortcuts of a page, disabled while typing and while a dialog is open. */
export function useHotkeys(keys: Hotkeys, options: HotkeyOptions): void {
  const { isOn, freeFields, listen = listenToDocument } = options;
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });

  useEffect(() => {
    return listen((event) => {
      // Ignore key repeat: a key held down must not decide one case after another.
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

/** Whether a key is meant for the page and not for a field or the browser. */
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
