import { act } from "@testing-library/react";

/** Writes to the storage as another tab does: with a storage event in this one. */
export function storeInOtherTab(key: string, text: string): void {
  localStorage.setItem(key, text);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
}

/** Clears the storage as another tab does. */
export function clearInOtherTab(): void {
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: null })));
}
