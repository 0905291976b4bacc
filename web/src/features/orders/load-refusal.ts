import { describeProblem } from "@/api/form-problems";
import type { Draft, Market } from "./draft";
import { loadPart } from "./load-part";
import type { Refusal } from "./refusals";

/** The server's refusal in words. Most orders are accepted, so the words come when they are needed. */
export async function loadRefusal(error: unknown, draft: Draft, market: Market): Promise<Refusal> {
  const refusals = await loadPart(() => import("./refusals"));
  return refusals ? refusals.readRefusal(error, draft, market) : plainRefusal(error);
}

export function plainRefusal(error: unknown): Refusal {
  return { fields: {}, form: describeProblem(error) };
}
