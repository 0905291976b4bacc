import { act } from "@testing-library/react";
import { vi } from "vitest";

const REM = 16;

const listeners = new Set<() => void>();
let width = 0;

/** Stubs media queries for a window width; jsdom has none. */
export function stubScreen(initialWidth: number): void {
  width = initialWidth;
  listeners.clear();
  vi.stubGlobal("matchMedia", (query: string) => ({
    get matches() {
      const [, min] = /width >= (\d+)rem/.exec(query) ?? [];
      const [, max] = /width < (\d+)rem/.exec(query) ?? [];
      return (
        (min !== undefined && width >= Number(min) * REM) || (max !== undefined && width < Number(max) * REM)
      );
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
}

/** Changes the width of the stubbed window, as rotating a phone does. */
export function resizeScreen(nextWidth: number): void {
  width = nextWidth;
  act(() => {
    for (const listener of [...listeners]) listener();
  });
}

/** Stubs opening and closing of dialog elements, which jsdom lacks. */
export function stubDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector<HTMLElement>("[autofocus]")?.focus();
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      this.dispatchEvent(new Event("close"));
    },
  });
}
