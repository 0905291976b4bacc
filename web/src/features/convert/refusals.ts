import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";

const AMOUNT_CODES = new Set([
  "ABOVE_MAXIMUM",
  "BAD_PRECISION",
  "BELOW_MINIMUM",
  "INSUFFICIENT_BALANCE",
  "MAX_QUANTITY",
  "MIN_NOTIONAL",
]);

const AMOUNT_FIELDS = new Set(["from_amount", "to_amount"]);

/** Whether a refusal is about the amount, and so belongs beside its field. */
export function isAboutAmount(error: Error | null): boolean {
  if (!(error instanceof ProblemError)) return false;
  return AMOUNT_CODES.has(error.code) || error.errors.some(({ field }) => AMOUNT_FIELDS.has(field));
}

/** Why the server refused, in words that say what to do. */
export function explainRefusal(error: Error): string {
  if (!(error instanceof ProblemError)) return describeProblem(error);
  switch (error.code) {
    case "BELOW_MINIMUM":
    case "MIN_NOTIONAL":
      return i18n._("This amount is too small to convert.");
    case "ABOVE_MAXIMUM":
    case "MAX_QUANTITY":
      return i18n._("This amount is too large for one conversion.");
    case "INSUFFICIENT_BALANCE":
      return i18n._("Insufficient balance.");
    case "NO_LIQUIDITY":
      // Own orders that are in the way are named by the server.
      return error.detail || i18n._("No liquidity for this amount right now. Try a smaller one.");
    case "MARKET_HALTED":
      return i18n._("Trading of one of these coins is halted. Nothing was converted.");
    case "RATE_LIMITED":
      return i18n._("Too many requests. Wait a few seconds, then try again.");
    default:
      return error.errors[0]?.message ?? describeProblem(error);
  }
}
