import { describeProblem } from "@/api/form-problems";
import type { Draft, Market } from "./draft";
import { loadPart } from "./load-part";
import type { Refusal } from "./refusals";

/** The server's rejection in words. Lazily loaded, because most orders are accepted. */
export async function loadRefusal(error: unknown, draft: Draft, market: Market): Promise<Refusal> {
  const refusals = await loadPart(() => import("./refusals"));
  return refusals ? refusals.readRefusal(error, draft, market) : plainRefusal(error);
}

export function plainRefusal(error: unknown): Refusal {
  return { fields: {}, form: describeProblem(error) };
}
