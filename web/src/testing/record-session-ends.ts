import { onTestFinished } from "vitest";
import { onSessionChange } from "@/session/session";

/** The reasons for which sessions end while the test runs. */
export function recordSessionEnds(): (string | null)[] {
  const reasons: (string | null)[] = [];
  onTestFinished(onSessionChange(({ endedBecause }) => reasons.push(endedBecause)));
  return reasons;
}
