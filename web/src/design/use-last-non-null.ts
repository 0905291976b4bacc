import { useState } from "react";

/** The value, or its last one that was not null: what a dialog shows stays while the dialog fades out. */
export function useLastNonNull<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
