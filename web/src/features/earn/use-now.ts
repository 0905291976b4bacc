import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** The time in seconds, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / 1000));
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / 1000)), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
