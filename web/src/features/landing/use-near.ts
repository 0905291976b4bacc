import { type RefObject, useEffect, useRef, useState } from "react";

const MARGIN = "600px 0px";

/** Whether an element has come close to the viewport; stays true from then on. */
export function useNear<Shown extends Element>(): [RefObject<Shown | null>, boolean] {
  const shown = useRef<Shown>(null);
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    if (!shown.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(shown.current);
    return () => observer.disconnect();
  }, []);

  return [shown, isNear];
}
