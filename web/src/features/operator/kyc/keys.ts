import { useEffect, useRef } from "react";

export type KeyActs = Readonly<Record<string, () => void>>;

const FIELDS = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]";
const DIALOGS = "[role=dialog], [role=alertdialog]";

/** Whether the key belongs to a field or to the browser rather than to the page. */
export function isForOthers(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** Single keys that act on the whole page, while nobody types and no dialog is open. */
export function useKeys(acts: KeyActs, isOn: boolean): void {
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });

  useEffect(() => {
    if (!isOn) return;
    function press(event: KeyboardEvent) {
      // A key held down must not decide one case after another.
      if (event.defaultPrevented || event.repeat || isForOthers(event)) return;
      if (document.querySelector(DIALOGS)) return;
      const act = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
}
