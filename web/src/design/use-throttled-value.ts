import { useEffect, useMemo, useRef, useState } from "react";
import { throttled } from "@/lib/throttled";

/** A throttled copy of a value, for what should not change too often on screen. */
export function useThrottledValue<Value>(value: Value, pauseMs: number): Value {
  const [shown, setShown] = useState(value);
  const newest = useRef(value);
  const update = useMemo(() => throttled(() => setShown(() => newest.current), pauseMs), [pauseMs]);
  useEffect(() => {
    newest.current = value;
    update();
  }, [value, update]);
  return shown;
}
