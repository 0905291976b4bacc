import { createContext, type RefObject, use } from "react";

/** True inside what floats itself (a dialog, a popover): what hangs on its parts has to stay with it. */
export const IsFloating = createContext(false);

const MAIN: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector("main");
  },
};

/**
 * Where the portal of a list, a menu or a tooltip stands: in the page's main landmark, because screen readers that
 * go from landmark to landmark would miss what is in none. Without a box of its own it never moves its neighbours.
 */
export function useFloatingHome(): { container?: RefObject<HTMLElement | null>; className?: string } {
  return use(IsFloating) ? {} : { container: MAIN, className: "contents" };
}
