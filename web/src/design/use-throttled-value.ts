import { useEffect, useRef, useState } from "react";

/** A value that changes at most once in so long, for what should not jump about under somebody's eyes. */
export function useThrottledValue<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  useEffect(() => {
    const timer = setInterval(() => setSettled(newest.current), pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs]);
  return settled;
}
