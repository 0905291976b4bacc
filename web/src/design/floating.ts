import { createContext, type RefObject, use } from "react";

/** The layer of popups, above dialogs. */
export const FLOATING_LAYER = "z-(--layer-popover) max-w-(--available-width) outline-none";

/** The look of popups: a border, and a shadow in addition. */
export const FLOATING_SURFACE =
  "origin-(--transform-origin) border border-line-strong bg-raised text-ink shadow-float outline-none transition-[opacity,scale] data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0 data-instant:transition-none";

/** True inside a dialog or popover: popups of its parts have to be rendered within it. */
export const IsFloating = createContext(false);

const MAIN: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector("main");
  },
};

/**
 * The container for the portal of a list, menu or tooltip: the page's main landmark, because screen readers
 * that navigate by landmarks would miss content outside. It has no box, so it never affects the layout.
 */
export function useFloatingHome(): { container?: RefObject<HTMLElement | null>; className?: string } {
  return use(IsFloating) ? {} : { container: MAIN, className: "contents" };
}
