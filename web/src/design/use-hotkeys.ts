import { useEffect, useRef } from "react";
import { createKeybindingsHandler } from "tinykeys";

/** Actions by key, as tinykeys names keys. */
export type Hotkeys = Readonly<Record<string, () => void>>;

type OnKey = (event: KeyboardEvent) => void;

interface HotkeyOptions {
  isOn: boolean;
  /** A selector of fields in which hotkeys work, too, such as those that take no letters. */
  freeFields?: string;
  /** Calls `onKey` for each key and returns an unsubscribe function. Must be stable between renders. */
  listen?: (onKey: OnKey) => () => void;
}

const FIELDS = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]";
const DIALOGS = "dialog[open], [role$=dialog]";

/**
 * Single-key shortcuts of a page, disabled while typing and while a dialog is open. The keys stay the same from
 * render to render; their actions may change.
 */
export function useHotkeys(keys: Hotkeys, options: HotkeyOptions): void {
  const { isOn, freeFields, listen = listenToDocument } = options;
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });

  useEffect(() => {
    // Ignore key repeat: a key held down must not decide one case after another.
    const isIgnored = (event: KeyboardEvent) =>
      !isOn ||
      event.defaultPrevented ||
      event.repeat ||
      isForField(event, freeFields) ||
      document.querySelector(DIALOGS) !== null;
    const act = (key: string) => (event: KeyboardEvent) => {
      event.preventDefault();
      newest.current[key]?.();
    };
    const actions = Object.keys(newest.current).map((key) => [key, act(key)]);
    return listen(createHotkeyHandler(Object.fromEntries(actions), isIgnored));
  }, [isOn, freeFields, listen]);
}

/** Calls the action of a key, pressed with or without Shift: some layouts need it for signs such as "/". */
export function createHotkeyHandler(
  actions: Record<string, OnKey>,
  ignore: (event: KeyboardEvent) => boolean,
): OnKey {
  const bindings = Object.entries(actions).map(([key, act]) => [`[Shift]+${key}`, act]);
  return createKeybindingsHandler(Object.fromEntries(bindings), { ignore });
}

/** Whether a key is meant for the field that has the focus. */
export function isForField({ target }: KeyboardEvent, freeFields?: string): boolean {
  if (!(target instanceof Element) || !target.closest(FIELDS)) return false;
  return freeFields === undefined || !target.matches(freeFields);
}

function listenToDocument(onKey: OnKey): () => void {
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
