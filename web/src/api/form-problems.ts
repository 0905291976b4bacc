import { i18n } from "@lingui/core";
import { ProblemError } from "./problem-error";

type SetError<Name extends string> = (
  name: Name,
  error: { type: string; message: string },
  options: { shouldFocus: boolean },
) => void;

/** The message to show for a failed call. */
export function describeProblem(error: unknown): string {
  if (error instanceof ProblemError) return error.message;
  return i18n._("Something went wrong. Try again in a moment.");
}

/**
 * Sets the server's field errors on the fields of a form and focuses the first.
 * Returns the message for the form as a whole, or null if every error belongs to a field.
 */
export function setFieldErrors<Name extends string>(
  error: unknown,
  fields: readonly Name[],
  setError: SetError<Name>,
): string | null {
  if (!(error instanceof ProblemError) || error.errors.length === 0) return describeProblem(error);
  const unmatched: string[] = [];
  let isFirst = true;
  for (const { field, code, message } of error.errors) {
    const name = fields.find((known) => known === field || field.startsWith(`${known}.`));
    if (name === undefined) {
      unmatched.push(message);
      continue;
    }
    setError(name, { type: code, message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return unmatched.length > 0 ? unmatched.join(" ") : null;
}
