import { i18n } from "@lingui/core";
import { add, compare, divide, isZero, lesser, multiply, round, roundToStep, subtract } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { NewPremarketOrder, Premarket, PremarketBook, PremarketSide } from "./types";

export type Draft = NewPremarketOrder;
export type DraftField = "price" | "quantity";
export const DRAFT_FIELDS = ["price", "quantity"] as const satisfies readonly DraftField[];

/** A validation error; `isMissing` for an empty field, which is no error yet. */
export type FieldProblem = { text: string; isMissing: boolean };
export type Problems = Partial<Record<DraftField, FieldProblem>>;

/** Of a defaulted seller's collateral, what the buyer gets (PRM-10). */
const COMPENSATION_SHARE = "0.9";

/** What an order would cost, at the waiting orders' prices as far as it fills immediately. */
export type Terms = {
  value: string;
  fee: string;
  collateral: string;
  /** All that is set aside: value and fee of a buyer, collateral and fee of a seller. */
  locked: string;
  fillsNow: string;
  rests: string;
  /** What a buyer gets of the collateral if the seller does not deliver. */
  compensation: string;
};

type MarketTerms = Pick<Premarket, "fee_rate" | "collateral_rate"> & { book: PremarketBook };

/** Null while price or quantity are missing. */
export function termsOf(draft: Draft, market: MarketTerms, quoteDecimals: number): Terms | null {
  const { side, price, quantity } = draft;
  if (price === "" || quantity === "" || isZero(price) || isZero(quantity)) return null;
  const parts = fillsOf(draft, market.book);
  const fillsNow = parts.reduce((sum, [, filled]) => add(sum, filled), "0");
  const rests = subtract(quantity, fillsNow);
  const all = isZero(rests) ? parts : [...parts, [price, rests] as const];
  const values = all.map(([at, amount]) => multiply(at, amount));
  // Rounded down for each part, as the exchange does.
  const sumOf = (rate: string) =>
    values.reduce((sum, value) => add(sum, round(multiply(value, rate), quoteDecimals, "down")), "0");
  const value = values.reduce(add, "0");
  const fee = sumOf(market.fee_rate);
  const collateral = sumOf(market.collateral_rate);
  return {
    value,
    fee,
    collateral,
    locked: add(side === "buy" ? value : collateral, fee),
    fillsNow,
    rests,
    compensation: round(multiply(collateral, COMPENSATION_SHARE), quoteDecimals, "up"),
  };
}

/** The levels that the order would trade with, and how much at each. */
function fillsOf({ side, price, quantity }: Draft, { bids, asks }: PremarketBook) {
  const parts: (readonly [price: string, quantity: string])[] = [];
  let left = quantity;
  for (const [at, waiting] of side === "buy" ? asks : bids) {
    const reaches = side === "buy" ? compare(at, price) <= 0 : compare(at, price) >= 0;
    if (!reaches || isZero(left)) break;
    const amount = lesser(left, waiting);
    parts.push([at, amount]);
    left = subtract(left, amount);
  }
  return parts;
}

export type Limits = {
  /** Null for visitors, and while loading. */
  available: string | null;
  exposureLeft: string;
};

const missing = (text: string): FieldProblem => ({ text, isMissing: true });
const wrong = (text: string): FieldProblem => ({ text, isMissing: false });

/** Everything that can be known to be wrong before sending. */
export function findProblems(draft: Draft, market: Premarket, terms: Terms | null, limits: Limits): Problems {
  const price = priceProblem(draft.price, market);
  const quantity =
    quantityProblem(draft.quantity, market) ??
    (price === null && terms ? fundsProblem(terms, market, limits) : null);
  return { ...(price && { price }), ...(quantity && { quantity }) };
}

function priceProblem(price: string, { tick_size }: Premarket): FieldProblem | null {
  if (price === "") return missing(i18n._("Enter a price."));
  if (isZero(price)) return wrong(i18n._("Enter a price above 0."));
  if (isMultiple(price, tick_size)) return null;
  return wrong(i18n._("Use a multiple of {tick}.", { tick: formatAmount(tick_size) }));
}

function quantityProblem(quantity: string, market: Premarket): FieldProblem | null {
  const { symbol: coin, min_quantity, max_quantity, step_size } = market;
  if (quantity === "") return missing(i18n._("Enter an amount."));
  if (isZero(quantity)) return wrong(i18n._("Enter more than 0."));
  if (compare(quantity, min_quantity) < 0)
    return wrong(i18n._("Minimum: {least} {coin}.", { least: formatAmount(min_quantity), coin }));
  if (compare(quantity, max_quantity) > 0)
    return wrong(i18n._("Maximum: {most} {coin}.", { most: formatAmount(max_quantity), coin }));
  if (isMultiple(quantity, step_size)) return null;
  return wrong(i18n._("Use a multiple of {step}.", { step: formatAmount(step_size) }));
}

function fundsProblem({ value, locked }: Terms, { quote }: Premarket, limits: Limits): FieldProblem | null {
  const { available, exposureLeft } = limits;
  if (compare(value, exposureLeft) > 0) return wrong(exposureText(exposureLeft, quote));
  if (available === null || compare(locked, available) <= 0) return null;
  return wrong(shortfallText(locked, available, quote));
}

export function exposureText(left: string, coin: string): string {
  return i18n._("Your limit in this pre-market allows {left} {coin} more.", {
    left: formatAmount(left),
    coin,
  });
}

export function shortfallText(needed: string, available: string, coin: string): string {
  return i18n._("Insufficient balance: {needed} {coin} needed, {available} {coin} available.", {
    needed: formatAmount(needed),
    available: formatAmount(available),
    coin,
  });
}

function isMultiple(value: string, step: string): boolean {
  return compare(roundToStep(value, step, "down"), value) === 0;
}

/** The most that balance, limit and maximum allow at this price; undefined where none of it is known. */
export function maxQuantity(draft: Draft, market: Premarket, limits: Limits): string | undefined {
  const { available, exposureLeft } = limits;
  if (available === null || draft.price === "" || isZero(draft.price)) return undefined;
  const rate = draft.side === "buy" ? "1" : market.collateral_rate;
  const perUnit = multiply(draft.price, add(rate, market.fee_rate));
  const byBalance = divide(available, perUnit, market.quantity_decimals, "down");
  const byLimit = divide(exposureLeft, draft.price, market.quantity_decimals, "down");
  const most = lesser(lesser(byBalance, byLimit), market.max_quantity);
  return roundToStep(most, market.step_size, "down");
}

/** What one gets and loses in each ending of the contract. */
export function endingsOf(side: PremarketSide, terms: Terms, quantity: string, market: Premarket) {
  const { quote, symbol } = market;
  const money = (amount: string) => `${formatAmount(amount)} ${quote}`;
  const coins = `${formatAmount(quantity)} ${symbol}`;
  const shown = {
    coins,
    value: money(terms.value),
    fee: money(terms.fee),
    collateral: money(terms.collateral),
    locked: money(terms.locked),
    compensation: money(terms.compensation),
  };
  const isVoid = {
    key: "void",
    title: i18n._("If the listing is canceled or too late"),
    text: i18n._("You get {locked} back, fee included.", shown),
  };
  if (side === "buy") {
    return [
      {
        key: "delivered",
        title: i18n._("If the seller delivers"),
        text: i18n._("You receive {coins}. You pay {value} and the {fee} fee.", shown),
      },
      {
        key: "defaulted",
        title: i18n._("If the seller doesn’t deliver"),
        text: i18n._("You get {locked} back, plus {compensation} of the seller’s collateral.", shown),
      },
      isVoid,
    ];
  }
  return [
    {
      key: "delivered",
      title: i18n._("If you deliver"),
      text: i18n._(
        "You hand over {coins}, receive {value} and get your {collateral} collateral back. The {fee} fee is kept.",
        shown,
      ),
    },
    {
      key: "defaulted",
      title: i18n._("If you don’t deliver"),
      text: i18n._("You lose your {collateral} collateral and the {fee} fee.", shown),
    },
    isVoid,
  ];
}
