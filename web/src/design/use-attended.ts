import { useEffect, useState } from "react";

/**
 * True while somebody is busy with the element, by pointer or keyboard, or cannot see it because the tab is hidden.
 *
 * Native events, because React misses that the pointer has left what was removed from under it.
 */
export function useAttended(element: HTMLElement | null): boolean {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isHidden, setHidden] = useState(document.hidden);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    element?.addEventListener("mouseenter", () => setHovered(true), { signal });
    element?.addEventListener("mouseleave", () => setHovered(false), { signal });
    // A press of the mouse leaves the focus behind without anybody staying there.
    element?.addEventListener(
      "focusin",
      ({ target }) => setFocused(target instanceof Element && target.matches(":focus-visible")),
      { signal },
    );
    element?.addEventListener("focusout", () => setFocused(false), { signal });
    document.addEventListener("visibilitychange", () => setHidden(document.hidden), { signal });
    return () => listening.abort();
  }, [element]);

  return isHovered || isFocused || isHidden;
}
