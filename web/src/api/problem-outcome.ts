import { ProblemError } from "./problem-error";

/** Whether a failed call may have taken effect: no response, or a server error. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status >= 500);
}

/** Whether a refusal is final: a missing session, a limit or a failure says nothing of an earlier request. */
export function isFinalRefusal(error: unknown): boolean {
  return error instanceof ProblemError && !isOutcomeUnknown(error) && ![401, 429].includes(error.status);
}

/** Whether something does not exist: no such id, or a text in the address that cannot be one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 404 || error.status === 422);
}
