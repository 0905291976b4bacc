import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";

const AMOUNT_CODES = new Set([
  "ABOVE_MAXIMUM",
  "BAD_PRECISION",
  "BELOW_MINIMUM",
  "INSUFFICIENT_BALANCE",
  "LIMIT_EXCEEDED",
]);

/** Beside the amount, or for the form as a whole. */
export type RefusalTexts = { amount: string | null; form: string | null };

export function refusalOf(error: Error | null): RefusalTexts {
  if (!error) return { amount: null, form: null };
  const text = explainRefusal(error);
  return isAboutAmount(error) ? { amount: text, form: null } : { amount: null, form: text };
}

function isAboutAmount(error: Error): boolean {
  if (!(error instanceof ProblemError)) return false;
  return AMOUNT_CODES.has(error.code) || error.errors.some(({ field }) => field === "amount");
}

/** Why the server refused, in words that say what to do. */
function explainRefusal(error: Error): string {
  if (!(error instanceof ProblemError)) return describeProblem(error);
  switch (error.code) {
    case "BELOW_MINIMUM":
      return i18n._("This amount is below the minimum.");
    case "ABOVE_MAXIMUM":
      return i18n._("This amount is above your maximum for this product.");
    case "LIMIT_EXCEEDED":
      return i18n._("The quota doesn’t have this much left. Try a smaller amount.");
    case "INSUFFICIENT_BALANCE":
      return i18n._("Insufficient balance.");
    case "STATE_CONFLICT":
      return i18n._("This product takes no new subscriptions right now. Your balance is unchanged.");
    case "RATE_LIMITED":
      return i18n._("Too many requests. Wait a few seconds, then try again.");
    default:
      return error.errors[0]?.message ?? describeProblem(error);
  }
}
