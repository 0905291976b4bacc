import { describeProblem } from "@/api/form-problems";
import type { Draft, Market } from "./draft";
import type { Refusal } from "./refusals";

/** The server's refusal in words. Most orders are accepted, so the words come when they are needed. */
export async function loadRefusal(error: unknown, draft: Draft, market: Market): Promise<Refusal> {
  try {
    const { readRefusal } = await import("./refusals");
    return readRefusal(error, draft, market);
  } catch {
    return plainRefusal(error);
  }
}

export function plainRefusal(error: unknown): Refusal {
  return { fields: {}, form: describeProblem(error) };
}
