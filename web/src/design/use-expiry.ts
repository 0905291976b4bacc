import { useEffect, useRef } from "react";

/** Calls `onEnd` when the life is over. A pause stops the clock; afterwards only the rest runs on. */
export function useExpiry(life: number | undefined, isPaused: boolean, onEnd: () => void) {
  const rest = useRef(life ?? 0);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    if (!life || isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end.current(), rest.current);
    return () => {
      clearTimeout(timer);
      rest.current -= Date.now() - startedAt;
    };
  }, [life, isPaused]);
}
