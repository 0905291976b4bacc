import { useEffect, useRef, useState } from "react";

/** A throttled copy of a value, for what should not change too often on screen. */
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
