import { useEffect, useState } from "react";

const TICK_MS = 20_000;

const seconds = () => Math.floor(Date.now() / 1000);

/** The time in unix seconds, updated often enough to show waiting times. */
export function useNow(): number {
  const [now, setNow] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setNow(seconds()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
