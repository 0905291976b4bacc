import { i18n } from "@lingui/core";
import { add, compare, isZero, multiply, roundToStep, subtract } from "@/lib/decimal";
import { formatAmount, formatRate } from "@/lib/format-amount";
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

/** What keeps an order from being sent; `isMissing` where nothing was entered yet, which is no mistake so far. */
export type FieldProblem = { text: string; isMissing: boolean };
export type Problems = Partial<Record<FieldName, FieldProblem>>;

const MAX_TRAILING_PERCENT = "50";
const MAX_ICEBERG_PARTS = "20";

const missing = (text: string): FieldProblem => ({ text, isMissing: true });
const wrong = (text: string): FieldProblem => ({ text, isMissing: false });

/** Everything that the server would refuse, as far as it can be known here; `available` is null while unknown. */
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
  if (stopPrice === "") return missing(i18n._("Enter the price that sets the order off."));
  const problem = tickProblem(stopPrice, market);
  if (problem || market.last === null || !isReached(draft, stopPrice, market.last)) return problem;
  const last = priceText(market.last, market.pair.tick_size);
  return compare(stopPrice, market.last) === 0
    ? wrong(i18n._("The market is at this price already."))
    : compare(stopPrice, market.last) > 0
      ? wrong(i18n._("The market has passed this price already. Stay below {last}.", { last }))
      : wrong(i18n._("The market has passed this price already. Stay above {last}.", { last }));
}

function limitProblem(draft: Draft, market: Market): FieldProblem | null {
  const { price, type } = draft;
  if (price === "") return missing(i18n._("Enter a price."));
  const waits = type === "stop_limit" || type === "take_profit_limit";
  // Once it is set off, the market is at the stop price, so the band is around that.
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
  if (isZero(price)) return wrong(i18n._("A price is more than zero."));
  if (isMultiple(price, pair.tick_size)) return null;
  return wrong(i18n._("Prices go in steps of {tick}.", { tick: formatAmount(pair.tick_size) }));
}

function bandProblem(price: string, around: string | null, { pair }: Market): FieldProblem | null {
  if (around === null || isZero(around)) return null;
  const width = multiply(around, pair.price_band);
  const [low, high] = [subtract(around, width), add(around, width)];
  if (compare(price, low) >= 0 && compare(price, high) <= 0) return null;
  return wrong(
    i18n._("Between {low} and {high}: prices stay within {band} of the market.", {
      low: priceText(roundToStep(low, pair.tick_size, "up"), pair.tick_size),
      high: priceText(roundToStep(high, pair.tick_size, "down"), pair.tick_size),
      band: formatRate(pair.price_band),
    }),
  );
}

/** The limit order of an OCO waits on the good side of the market. */
function sideProblem({ price, side }: Draft, { pair, last }: Market): FieldProblem | null {
  if (last === null) return null;
  const shown = { last: priceText(last, pair.tick_size) };
  if (side === "buy") {
    return compare(price, last) < 0 ? null : wrong(i18n._("Buy below the last price, {last}.", shown));
  }
  return compare(price, last) > 0 ? null : wrong(i18n._("Sell above the last price, {last}.", shown));
}

function takingProblem({ price, side }: Draft, { pair, bid, ask }: Market): FieldProblem | null {
  if (side === "buy" && ask !== null && compare(price, ask) >= 0) {
    return wrong(
      i18n._("Post-only: at this price it would trade at once. Stay below {ask}.", {
        ask: priceText(ask, pair.tick_size),
      }),
    );
  }
  if (side === "sell" && bid !== null && compare(price, bid) <= 0) {
    return wrong(
      i18n._("Post-only: at this price it would trade at once. Stay above {bid}.", {
        bid: priceText(bid, pair.tick_size),
      }),
    );
  }
  return null;
}

function trailingProblem(draft: Draft, market: Market): FieldProblem | null {
  if (draft.trailing === "") return missing(i18n._("Enter how far the stop stays behind, in percent."));
  if (isZero(draft.trailing) || compare(draft.trailing, MAX_TRAILING_PERCENT) > 0) {
    return wrong(i18n._("From 0.01% to 50%."));
  }
  const stop = trailingStop(draft, market);
  return stop !== null && isZero(stop) ? wrong(i18n._("That is too far for this price.")) : null;
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
  if (isZero(draft.size)) return wrong(i18n._("This must be more than zero."));
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
    return wrong(i18n._("The least is {least} {coin}.", { least: formatAmount(pair.min_quantity), coin }));
  }
  if (compare(amount, pair.max_quantity) > 0) {
    return wrong(i18n._("The most is {most} {coin}.", { most: formatAmount(pair.max_quantity), coin }));
  }
  if (isMultiple(amount, pair.step_size)) return null;
  return wrong(i18n._("Amounts go in steps of {step}.", { step: formatAmount(pair.step_size) }));
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
  return wrong(
    i18n._("An order is worth at least {least} {coin}.", { least: formatAmount(min_notional), coin }),
  );
}

function balanceProblem(draft: Draft, market: Market, available: string | null): FieldProblem | null {
  const cost = costOf(draft, market);
  if (cost === null || available === null || compare(cost, available) <= 0) return null;
  const coin = draft.side === "buy" ? market.pair.quote : market.pair.base;
  return wrong(
    i18n._("This takes {needed} {coin}, and you have {available} {coin}.", {
      needed: formatAmount(cost),
      available: formatAmount(available),
      coin,
    }),
  );
}

function expiryProblem({ expiresAt }: Draft, now: number): FieldProblem | null {
  const time = new Date(expiresAt).getTime();
  if (Number.isNaN(time)) return missing(i18n._("Choose when the order expires."));
  return time > now ? null : wrong(i18n._("This time is over. Choose a later one."));
}

function displayProblem(draft: Draft, market: Market): FieldProblem | null {
  const { displayQuantity } = draft;
  if (displayQuantity === "") return null;
  if (isZero(displayQuantity)) return wrong(i18n._("This must be more than zero."));
  const amount = amountOf(draft, market);
  if (amount !== "" && compare(displayQuantity, amount) > 0) {
    return wrong(i18n._("No more than the amount itself."));
  }
  if (amount !== "" && compare(multiply(displayQuantity, MAX_ICEBERG_PARTS), amount) < 0) {
    return wrong(i18n._("At least a twentieth of the amount."));
  }
  if (isMultiple(displayQuantity, market.pair.step_size)) return null;
  return wrong(i18n._("Amounts go in steps of {step}.", { step: formatAmount(market.pair.step_size) }));
}

function isMultiple(value: string, step: string): boolean {
  return compare(roundToStep(value, step, "down"), value) === 0;
}
