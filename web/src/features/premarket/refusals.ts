import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { formatAmount } from "@/lib/format-number";
import { type DraftField, exposureText, shortfallText } from "./draft";
import type { Premarket } from "./types";

export type Refusal = { fields: Partial<Record<DraftField, string>>; form: string | null };

/** The server’s rejection in words, beside the field where it belongs. */
export function readRefusal(error: unknown, market: Premarket): Refusal {
  if (!(error instanceof ProblemError)) return { fields: {}, form: describeProblem(error) };
  const field = fieldOf(error);
  const text = describe(error, field, market) ?? error.errors[0]?.message ?? describeProblem(error);
  return field ? { fields: { [field]: text }, form: null } : { fields: {}, form: text };
}

/** The rejection where no form is shown. */
export function refusalText(error: Error): string {
  const [first] = error instanceof ProblemError ? error.errors : [];
  return first?.message ?? describeProblem(error);
}

function fieldOf({ code, errors }: ProblemError): DraftField | null {
  const named = errors.find(({ field }) => field === "price" || field === "quantity");
  if (named) return named.field as DraftField;
  switch (code) {
    case "INSUFFICIENT_BALANCE":
    case "LIMIT_EXCEEDED":
    case "BELOW_MINIMUM":
    case "MAX_QUANTITY":
      return "quantity";
    case "SELF_TRADE_PREVENTED":
      return "price";
    default:
      return null;
  }
}

function describe(error: ProblemError, field: DraftField | null, market: Premarket): string | null {
  const { quote, symbol: coin } = market;
  const { available, needed, left } = error.body;
  switch (error.code) {
    case "INSUFFICIENT_BALANCE":
      return isText(available) && isText(needed) ? shortfallText(needed, available, quote) : null;
    case "LIMIT_EXCEEDED":
      return isText(left) ? exposureText(left, quote) : null;
    case "BAD_PRECISION":
      return field === "quantity"
        ? i18n._("Use a multiple of {step}.", { step: formatAmount(market.step_size) })
        : i18n._("Use a multiple of {tick}.", { tick: formatAmount(market.tick_size) });
    case "BELOW_MINIMUM":
      return i18n._("Minimum: {least} {coin}.", { least: formatAmount(market.min_quantity), coin });
    case "MAX_QUANTITY":
      return i18n._("Maximum: {most} {coin}.", { most: formatAmount(market.max_quantity), coin });
    case "SELF_TRADE_PREVENTED":
      return i18n._("This would fill your own order. Cancel that first, or choose another price.");
    case "PREMARKET_NOT_OPEN":
      return i18n._("This market isn’t accepting orders right now.");
    case "RATE_LIMITED":
      return i18n._("Too many requests. Wait a few seconds, then try again.");
    default:
      return null;
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
