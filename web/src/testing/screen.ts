import { vi } from "vitest";

const REM = 16;

/** A window of some width; jsdom has no media queries of its own. */
export function stubScreen(width: number): void {
  vi.stubGlobal("matchMedia", (query: string) => {
    const [, least] = /width >= (\d+)rem/.exec(query) ?? [];
    const [, most] = /width < (\d+)rem/.exec(query) ?? [];
    const matches =
      (least !== undefined && width >= Number(least) * REM) ||
      (most !== undefined && width < Number(most) * REM);
    return { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
  });
}

/** Dialogs open and close: jsdom knows the element but not its methods. */
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
