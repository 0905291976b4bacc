import { type RefObject, useEffect, useRef, useState } from "react";

const MARGIN_PX = 600;

/** Whether an element has come close to the viewport, once it is in its place; stays true from then on. */
export function useNear<Shown extends Element>(
  marginPx: number = MARGIN_PX,
  isInPlace = true,
): [RefObject<Shown | null>, boolean] {
  const shown = useRef<Shown>(null);
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    if (!isInPlace || !shown.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(shown.current);
    return () => observer.disconnect();
  }, [marginPx, isInPlace]);

  return [shown, isNear];
}
