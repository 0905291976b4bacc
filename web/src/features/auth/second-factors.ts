import { ProblemError } from "@/api/problem-error";

/** The ways to show the second factor that a refusal names; null for any other error. */
export function secondFactorsOf(error: unknown): readonly string[] | null {
  if (!(error instanceof ProblemError) || error.code !== "TWO_FACTOR_REQUIRED") return null;
  return Array.isArray(error.body.methods) ? error.body.methods.map(String) : [];
}
