import { useEffect, useReducer } from "react";
import { serverNow } from "@/lib/server-clock";

/** Whole seconds until a time (as of `serverNow()`); 0 afterwards. */
export function useCountdown(until: number | null): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - serverNow()) / 1000));
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isOver]);

  return left;
}
