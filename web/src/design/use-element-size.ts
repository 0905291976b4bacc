import { type RefObject, useLayoutEffect, useState } from "react";

export type Size = { width: number; height: number };

/** The current size of an element; `guess` until it is measured. */
export function useElementSize(element: RefObject<Element | null>, guess: Size): Size {
  const [size, setSize] = useState(guess);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
