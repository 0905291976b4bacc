import { createContext, type RefObject, use } from "react";

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
