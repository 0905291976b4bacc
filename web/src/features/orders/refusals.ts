import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { formatAmount, formatRate } from "@/lib/format-number";
import type { Draft, Market } from "./draft";
import type { FieldName } from "./validation";

export type Refusal = {
  fields: Partial<Record<FieldName, string>>;
  /** An error without a field. */
  form: string | null;
};

/** The server's rejection in words, by field. */
export function readRefusal(error: unknown, draft: Draft, market: Market): Refusal {
  if (!(error instanceof ProblemError)) return { fields: {}, form: describeProblem(error) };
  const size: FieldName = draft.sizedBy;
  const named = error.errors.flatMap(({ field, message }) => {
    const name = fieldOf(field, size);
    return name ? [[name, describe(error, name, draft, market) ?? message] as const] : [];
  });
  if (named.length > 0) return { fields: Object.fromEntries(named), form: null };
  const home = homeOf(error.code, size);
  const text = describe(error, home ?? size, draft, market) ?? describeProblem(error);
  return home ? { fields: { [home]: text }, form: null } : { fields: {}, form: text };
}

/** The form field of a field in the API. */
function fieldOf(field: string, size: FieldName): FieldName | null {
  switch (field) {
    case "quantity":
    case "quote_quantity":
      return size;
    case "price":
      return "price";
    case "stop_price":
      return "stopPrice";
    case "stop_limit_price":
      return "stopLimitPrice";
    case "trailing_delta_bps":
      return "trailing";
    case "display_quantity":
      return "displayQuantity";
    case "expire_at":
      return "expiresAt";
    default:
      return null;
  }
}

/** The field of an error code without a field. */
function homeOf(code: string, size: FieldName): FieldName | null {
  switch (code) {
    case "INSUFFICIENT_BALANCE":
    case "MIN_NOTIONAL":
    case "MAX_QUANTITY":
    case "BELOW_MINIMUM":
    case "ABOVE_MAXIMUM":
    case "FOK_NOT_FILLABLE":
      return size;
    case "PRICE_OUT_OF_BAND":
    case "POST_ONLY_WOULD_TAKE":
      return "price";
    case "WOULD_TRIGGER":
      return "stopPrice";
    default:
      return null;
  }
}

function describe(error: ProblemError, field: FieldName, draft: Draft, { pair }: Market): string | null {
  const coin = draft.side === "buy" ? pair.quote : pair.base;
  switch (error.code) {
    case "INSUFFICIENT_BALANCE":
      return shortfall(error, coin);
    case "BAD_PRECISION":
      return field === "amount" || field === "total" || field === "displayQuantity"
        ? i18n._("Use a multiple of {step}.", { step: formatAmount(pair.step_size) })
        : i18n._("Use a multiple of {tick}.", { tick: formatAmount(pair.tick_size) });
    case "MIN_NOTIONAL":
      return i18n._("Minimum order value: {least} {coin}.", {
        least: formatAmount(pair.min_notional),
        coin: pair.quote,
      });
    case "PRICE_OUT_OF_BAND":
      return i18n._("Enter a price within {band} of market.", { band: formatRate(pair.price_band) });
    case "POST_ONLY_WOULD_TAKE":
      return i18n._("Post-only: this would fill immediately.");
    case "WOULD_TRIGGER":
      return i18n._("The market has already reached this price.");
    case "FOK_NOT_FILLABLE":
      return i18n._("Fill or kill: can’t fill in full. Nothing was traded.");
    case "NO_LIQUIDITY":
      return i18n._("No liquidity right now. Try a limit order.");
    case "MARKET_HALTED":
      return i18n._("This market isn’t accepting orders right now.");
    case "RATE_LIMITED":
      return i18n._("Too many requests. Wait a few seconds, then try again.");
    default:
      return null;
  }
}

function shortfall({ body }: ProblemError, coin: string): string | null {
  const { available, needed } = body;
  if (typeof available !== "string" || typeof needed !== "string") return null;
  return i18n._("Insufficient balance: {needed} {coin} needed, {available} {coin} available.", {
    needed: formatAmount(needed),
    available: formatAmount(available),
    coin,
  });
}
