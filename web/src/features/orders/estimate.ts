import { add, compare, isZero, multiply, round, subtract } from "@/lib/decimal";
import type { NewOrder, Preview } from "./api";
import {
  amountOf,
  canFillImmediately,
  type Draft,
  hasPrice,
  isByTotal,
  type Market,
  toNewOrder,
  valuePrice,
} from "./draft";
import { findProblems } from "./validation";

export type FeeRates = { maker: string; taker: string };

/** The estimated result of an order; null where unknown. */
export type Estimate = {
  averagePrice: string | null;
  slippage: string | null;
  /** The quantity that would rest in the book. */
  waits: string | null;
  fee: string | null;
  receives: string | null;
  coin: string;
  /** A fill-or-kill order that cannot be filled completely now. */
  isRefused: boolean;
};

const DIGITS = 8;

/** The order to preview; null for one that waits for a trigger, or that is invalid. */
export function orderToPreview(draft: Draft, market: Market, available: string | null): NewOrder | null {
  if (!canFillImmediately(draft.type) || valuePrice(draft, market) === null) return null;
  // The expiry does not affect the preview, and may not be chosen yet.
  const asked: Draft = draft.timeInForce === "gtd" ? { ...draft, timeInForce: "gtc" } : draft;
  const hasProblem = Object.keys(findProblems(asked, market, available, 0)).length > 0;
  return hasProblem ? null : toNewOrder(asked, market);
}

/**
 * The part that trades immediately comes from the server (`preview`); the rest is computed at its own price.
 */
export function estimateOf(
  draft: Draft,
  market: Market,
  preview: Preview | undefined,
  rates: FeeRates | null,
): Estimate {
  const coin = draft.side === "buy" ? market.pair.base : market.pair.quote;
  const nothing: Estimate = {
    averagePrice: null,
    slippage: null,
    waits: null,
    fee: null,
    receives: null,
    coin,
    isRefused: false,
  };
  const amount = amountOf(draft, market);
  const price = valuePrice(draft, market);
  if (amount === "" || isZero(amount) || price === null) return nothing;
  if (!canFillImmediately(draft.type)) {
    const rest = rates && later(draft, amount, price, hasPrice(draft.type) ? rates.maker : rates.taker);
    return rest ? { ...nothing, ...rest } : nothing;
  }
  if (!preview) return nothing;
  const left = isByTotal(draft) ? "0" : subtract(amount, preview.filled_quantity);
  if (draft.timeInForce === "fok" && (compare(left, "0") > 0 || isZero(preview.filled_quantity))) {
    return { ...nothing, isRefused: true };
  }
  const now = { fee: preview.fee, receives: preview.receives };
  const estimate = { ...nothing, averagePrice: preview.average_price, slippage: preview.slippage, ...now };
  if (draft.type === "market" || compare(left, "0") <= 0 || draft.timeInForce === "ioc") return estimate;
  const rest = rates && later(draft, left, price, rates.maker);
  if (!rest) return { ...estimate, waits: left };
  return {
    ...estimate,
    waits: left,
    fee: add(now.fee, rest.fee),
    receives: add(now.receives, rest.receives),
  };
}

/** The proceeds of an amount at a price after the fee, which is rounded up. */
function later({ side }: Draft, amount: string, price: string, rate: string) {
  const gained = side === "buy" ? amount : multiply(amount, price);
  const fee = round(multiply(gained, rate), DIGITS, "up");
  return { fee, receives: round(subtract(gained, fee), DIGITS, "down") };
}
