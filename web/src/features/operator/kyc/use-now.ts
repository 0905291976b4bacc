import { useEffect, useState } from "react";

const TICK_MS = 20_000;

const seconds = () => Math.floor(Date.now() / 1000);

/** The time in unix seconds, near enough for saying how long something has waited. */
export function useNow(): number {
  const [now, setNow] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setNow(seconds()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
