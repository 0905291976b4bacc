import { act } from "@testing-library/react";

/** Stores a text as another tab does: this one is told by an event. */
export function storeInOtherTab(key: string, text: string): void {
  localStorage.setItem(key, text);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
}

/** Empties the storage as another tab does. */
export function clearInOtherTab(): void {
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: null })));
}
