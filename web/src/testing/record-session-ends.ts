import { onTestFinished } from "vitest";
import { onSessionChange } from "@/session/session";

/** Records the reasons of session ends until the test ends. */
export function recordSessionEnds(): (string | null)[] {
  const reasons: (string | null)[] = [];
  onTestFinished(onSessionChange(({ endedBecause }) => reasons.push(endedBecause)));
  return reasons;
}
