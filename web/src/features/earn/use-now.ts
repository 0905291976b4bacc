import { useEffect, useState } from "react";
import { serverSeconds } from "@/lib/server-clock";

const MINUTE_MS = 60_000;

/** The server's time in seconds, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(serverSeconds);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverSeconds()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
