import { i18n } from "@lingui/core";
import { add, compare, isZero, multiply, roundToStep, subtract } from "@/lib/decimal";
import { formatAmount, formatRate } from "@/lib/format-number";
import {
  amountOf,
  canBeIceberg,
  canBePostOnly,
  costOf,
  type Draft,
  hasPrice,
  hasStop,
  isByTotal,
  isReached,
  type Market,
  totalOf,
  trailingStop,
  valuePrice,
} from "./draft";
import { priceText } from "./price-text";

export const FIELDS = [
  "stopPrice",
  "price",
  "stopLimitPrice",
  "trailing",
  "amount",
  "total",
  "expiresAt",
  "displayQuantity",
] as const;
export type FieldName = (typeof FIELDS)[number];

/** A validation error; `isMissing` for an empty field, which is no error yet. */
export type FieldProblem = { text: string; isMissing: boolean };
export type Problems = Partial<Record<FieldName, FieldProblem>>;

const MAX_TRAILING_PERCENT = "50";
const MAX_ICEBERG_PARTS = "20";

const missing = (text: string): FieldProblem => ({ text, isMissing: true });
const wrong = (text: string): FieldProblem => ({ text, isMissing: false });

/** All validation errors that can be known before sending; `available` is null while unknown. */
export function findProblems(draft: Draft, market: Market, available: string | null, now: number): Problems {
  const found: Record<FieldName, FieldProblem | null> = {
    stopPrice: hasStop(draft.type) ? stopProblem(draft, market) : null,
    price: hasPrice(draft.type) ? limitProblem(draft, market) : null,
    stopLimitPrice: draft.type === "oco" ? stopLimitProblem(draft, market) : null,
    trailing: draft.type === "trailing_stop" ? trailingProblem(draft, market) : null,
    ...sizeProblems(draft, market, available),
    expiresAt: draft.timeInForce === "gtd" ? expiryProblem(draft, now) : null,
    displayQuantity: canBeIceberg(draft) ? displayProblem(draft, market) : null,
  };
  const entries = FIELDS.flatMap((name) => (found[name] ? [[name, found[name]] as const] : []));
  return Object.fromEntries(entries);
}

function stopProblem(draft: Draft, market: Market): FieldProblem | null {
  const { stopPrice } = draft;
  if (stopPrice === "") return missing(i18n._("Enter a trigger price."));
  const problem = tickProblem(stopPrice, market);
  if (problem || market.last === null || !isReached(draft, stopPrice, market.last)) return problem;
  const last = priceText(market.last, market.pair.tick_size);
  return compare(stopPrice, market.last) === 0
    ? wrong(i18n._("The market is already at this price."))
    : compare(stopPrice, market.last) > 0
      ? wrong(i18n._("Trigger must be below the last price, {last}.", { last }))
      : wrong(i18n._("Trigger must be above the last price, {last}.", { last }));
}

function limitProblem(draft: Draft, market: Market): FieldProblem | null {
  const { price, type } = draft;
  if (price === "") return missing(i18n._("Enter a price."));
  const waits = type === "stop_limit" || type === "take_profit_limit";
  // Once triggered, the market is at the stop price, so the price band is around that.
  const around = waits ? draft.stopPrice || null : market.last;
  return (
    tickProblem(price, market) ??
    bandProblem(price, around, market) ??
    (type === "oco" ? sideProblem(draft, market) : null) ??
    (draft.postOnly && canBePostOnly(draft) ? takingProblem(draft, market) : null)
  );
}

function stopLimitProblem({ stopLimitPrice, stopPrice }: Draft, market: Market): FieldProblem | null {
  if (stopLimitPrice === "") return null;
  return tickProblem(stopLimitPrice, market) ?? bandProblem(stopLimitPrice, stopPrice || null, market);
}

function tickProblem(price: string, { pair }: Market): FieldProblem | null {
  if (isZero(price)) return wrong(i18n._("Enter a price above 0."));
  if (isMultiple(price, pair.tick_size)) return null;
  return wrong(i18n._("Use a multiple of {tick}.", { tick: formatAmount(pair.tick_size) }));
}

function bandProblem(price: string, around: string | null, { pair }: Market): FieldProblem | null {
  if (around === null || isZero(around)) return null;
  const width = multiply(around, pair.price_band);
  const [low, high] = [subtract(around, width), add(around, width)];
  if (compare(price, low) >= 0 && compare(price, high) <= 0) return null;
  return wrong(
    i18n._("Enter {low} to {high} (within {band} of market).", {
      low: priceText(roundToStep(low, pair.tick_size, "up"), pair.tick_size),
      high: priceText(roundToStep(high, pair.tick_size, "down"), pair.tick_size),
      band: formatRate(pair.price_band),
    }),
  );
}

/** The limit order of an OCO must be on the passive side of the market. */
function sideProblem({ price, side }: Draft, { pair, last }: Market): FieldProblem | null {
  if (last === null) return null;
  const shown = { last: priceText(last, pair.tick_size) };
  if (side === "buy") {
    return compare(price, last) < 0
      ? null
      : wrong(i18n._("Buy price must be below the last price, {last}.", shown));
  }
  return compare(price, last) > 0
    ? null
    : wrong(i18n._("Sell price must be above the last price, {last}.", shown));
}

function takingProblem({ price, side }: Draft, { pair, bid, ask }: Market): FieldProblem | null {
  if (side === "buy" && ask !== null && compare(price, ask) >= 0) {
    return wrong(
      i18n._("Post-only: this would fill immediately. Enter less than {ask}.", {
        ask: priceText(ask, pair.tick_size),
      }),
    );
  }
  if (side === "sell" && bid !== null && compare(price, bid) <= 0) {
    return wrong(
      i18n._("Post-only: this would fill immediately. Enter more than {bid}.", {
        bid: priceText(bid, pair.tick_size),
      }),
    );
  }
  return null;
}

function trailingProblem(draft: Draft, market: Market): FieldProblem | null {
  if (draft.trailing === "") return missing(i18n._("Enter a trailing distance in %."));
  if (isZero(draft.trailing) || compare(draft.trailing, MAX_TRAILING_PERCENT) > 0) {
    return wrong(i18n._("Enter 0.01% to 50%."));
  }
  const stop = trailingStop(draft, market);
  return stop !== null && isZero(stop)
    ? wrong(i18n._("Trailing distance is too large for this price."))
    : null;
}

function sizeProblems(draft: Draft, market: Market, available: string | null) {
  const problem = sizeProblem(draft, market) ?? balanceProblem(draft, market, available);
  return draft.sizedBy === "amount" ? { amount: problem, total: null } : { amount: null, total: problem };
}

function sizeProblem(draft: Draft, market: Market): FieldProblem | null {
  const { pair } = market;
  if (draft.size === "") {
    return missing(draft.sizedBy === "amount" ? i18n._("Enter an amount.") : i18n._("Enter a total."));
  }
  if (isZero(draft.size)) return wrong(i18n._("Enter more than 0."));
  return (
    (isByTotal(draft) ? null : quantityProblem(draft, market)) ?? notionalProblem(draft, market, pair.quote)
  );
}

function quantityProblem(draft: Draft, market: Market): FieldProblem | null {
  const { pair } = market;
  const amount = amountOf(draft, market);
  if (amount === "") return null;
  const { base: coin } = pair;
  if (compare(amount, pair.min_quantity) < 0) {
    return wrong(i18n._("Minimum: {least} {coin}.", { least: formatAmount(pair.min_quantity), coin }));
  }
  if (compare(amount, pair.max_quantity) > 0) {
    return wrong(i18n._("Maximum: {most} {coin}.", { most: formatAmount(pair.max_quantity), coin }));
  }
  if (isMultiple(amount, pair.step_size)) return null;
  return wrong(i18n._("Use a multiple of {step}.", { step: formatAmount(pair.step_size) }));
}

function notionalProblem(draft: Draft, market: Market, coin: string): FieldProblem | null {
  const { min_notional } = market.pair;
  const amount = amountOf(draft, market);
  const price = valuePrice(draft, market);
  const worth = isByTotal(draft)
    ? totalOf(draft, market)
    : amount !== "" && price !== null
      ? multiply(amount, price)
      : null;
  if (worth === null || compare(worth, min_notional) >= 0) return null;
  return wrong(i18n._("Minimum order value: {least} {coin}.", { least: formatAmount(min_notional), coin }));
}

function balanceProblem(draft: Draft, market: Market, available: string | null): FieldProblem | null {
  const cost = costOf(draft, market);
  if (cost === null || available === null || compare(cost, available) <= 0) return null;
  const coin = draft.side === "buy" ? market.pair.quote : market.pair.base;
  return wrong(
    i18n._("Insufficient balance: {needed} {coin} needed, {available} {coin} available.", {
      needed: formatAmount(cost),
      available: formatAmount(available),
      coin,
    }),
  );
}

function expiryProblem({ expiresAt }: Draft, now: number): FieldProblem | null {
  const time = new Date(expiresAt).getTime();
  if (Number.isNaN(time)) return missing(i18n._("Choose an expiry time."));
  return time > now ? null : wrong(i18n._("Choose a time in the future."));
}

function displayProblem(draft: Draft, market: Market): FieldProblem | null {
  const { displayQuantity } = draft;
  if (displayQuantity === "") return null;
  if (isZero(displayQuantity)) return wrong(i18n._("Enter more than 0."));
  const amount = amountOf(draft, market);
  if (amount !== "" && compare(displayQuantity, amount) > 0) {
    return wrong(i18n._("Can’t exceed the order amount."));
  }
  if (amount !== "" && compare(multiply(displayQuantity, MAX_ICEBERG_PARTS), amount) < 0) {
    return wrong(i18n._("Show at least 5% of the amount."));
  }
  if (isMultiple(displayQuantity, market.pair.step_size)) return null;
  return wrong(i18n._("Use a multiple of {step}.", { step: formatAmount(market.pair.step_size) }));
}

function isMultiple(value: string, step: string): boolean {
  return compare(roundToStep(value, step, "down"), value) === 0;
}
