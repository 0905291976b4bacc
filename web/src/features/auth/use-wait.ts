import { useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { useCountdown } from "@/design/use-countdown";
import { serverNow } from "@/lib/server-clock";

/** Seconds to wait, counting down; `since` returns those of a wait that has already begun. */
export function useWait(since: () => number | null = () => null) {
  const [until, setUntil] = useState(since);
  const wait = useCountdown(until);

  function waitFor(seconds: number): void {
    setUntil(serverNow() + seconds * 1000);
  }

  function waitAfter(error: unknown): void {
    if (error instanceof ProblemError && error.retryAfter) waitFor(error.retryAfter);
  }

  return { wait, waitFor, waitAfter };
}
