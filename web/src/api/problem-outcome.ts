import { ProblemError } from "./problem-error";

// Refused before the server looks for the answer to an earlier request with the same key.
const CHECKED_FIRST = new Set([
  "ACCOUNT_FROZEN",
  "EMAIL_UNCONFIRMED",
  "FORBIDDEN",
  "IP_NOT_ALLOWED",
  "LEVEL_REQUIRED",
  "SCOPE_MISSING",
  "STEP_UP_REQUIRED",
]);

/** The code of a call that the person canceled before the server acted on it. */
export const CANCELED = "CANCELED";

/** Whether a failed call may have taken effect: no response, or a server error. */
export function isOutcomeUnknown(error: unknown): boolean {
  return (
    error instanceof ProblemError && error.code !== CANCELED && (error.status === 0 || error.status >= 500)
  );
}

/** Whether a refusal is final: a missing session, a limit or a failure says nothing of an earlier request. */
export function isFinalRefusal(error: unknown): boolean {
  return (
    error instanceof ProblemError &&
    error.code !== CANCELED &&
    !isOutcomeUnknown(error) &&
    ![401, 429].includes(error.status)
  );
}

/** Whether a refusal is also final for an earlier request with the same key whose answer was lost. */
export function isFinalForEarlier(error: unknown): boolean {
  return isFinalRefusal(error) && error instanceof ProblemError && !CHECKED_FIRST.has(error.code);
}

/** Whether something does not exist: no such id, or a text in the address that cannot be one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 404 || error.status === 422);
}
