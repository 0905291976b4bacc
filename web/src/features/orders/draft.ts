import type { Pair } from "@/api/pairs";
import {
  add,
  compare,
  divide,
  greater,
  isZero,
  lesser,
  multiply,
  round,
  roundToStep,
  subtract,
} from "@/lib/decimal";
import { decimalsOfStep } from "@/lib/format-number";
import type { NewOrder, OrderSide, OrderType, SelfTradePrevention, TimeInForce } from "./api";
import { firesWhenFalling } from "./texts";

/** An order as it is in the form: strings as typed, empty if missing. */
export type Draft = {
  side: OrderSide;
  type: OrderType;
  price: string;
  stopPrice: string;
  /** Of an OCO: the stop becomes a limit order at this price, or a market order without one. */
  stopLimitPrice: string;
  /** In percent. */
  trailing: string;
  /** The field that was entered last; the other one is computed from it and the price. */
  sizedBy: "amount" | "total";
  size: string;
  timeInForce: TimeInForce;
  /** In the format of a `datetime-local` input. */
  expiresAt: string;
  postOnly: boolean;
  displayQuantity: string;
  selfTradePrevention: SelfTradePrevention;
};

/** The market data that an order is computed with. */
export type Market = {
  pair: Pair;
  last: string | null;
  bid: string | null;
  ask: string | null;
};

export const EMPTY_DRAFT: Draft = {
  side: "buy",
  type: "limit",
  price: "",
  stopPrice: "",
  stopLimitPrice: "",
  trailing: "",
  sizedBy: "amount",
  size: "",
  timeInForce: "gtc",
  expiresAt: "",
  postOnly: false,
  displayQuantity: "",
  selfTradePrevention: "expire_taker",
};

export const hasPrice = (type: OrderType) =>
  type === "limit" || type === "stop_limit" || type === "take_profit_limit" || type === "oco";
export const hasStop = (type: OrderType) => type !== "limit" && type !== "market" && type !== "trailing_stop";
export const canFillImmediately = (type: OrderType) => type === "limit" || type === "market";
export const canBeIceberg = ({ type, timeInForce }: Draft) =>
  hasPrice(type) && type !== "oco" && timeInForce !== "ioc" && timeInForce !== "fok";
export const canBePostOnly = ({ type, timeInForce }: Draft) =>
  type === "limit" && timeInForce !== "ioc" && timeInForce !== "fok";

/** The times in force that an order of this type can have. */
export function timesInForce(type: OrderType): readonly TimeInForce[] {
  if (type === "market") return ["gtc", "fok"];
  return hasPrice(type) && type !== "oco" ? ["gtc", "ioc", "fok", "gtd"] : ["gtc", "gtd"];
}

/**
 * A tick times a step is always a whole number of the quote coin's units, so a total with these decimals is,
 * too.
 */
export const totalDigits = ({ tick_size, step_size }: Pair) =>
  decimalsOfStep(tick_size) + decimalsOfStep(step_size);

/** Whether the order is sent as an amount of the quote coin. */
export const isByTotal = ({ type, side, sizedBy }: Draft) =>
  sizedBy === "total" && (type === "market" || (side === "buy" && !hasPrice(type)));

/** The initial stop price of a trailing stop, rounded to a tick. */
export function trailingStop({ side, trailing }: Draft, { pair, last }: Market): string | null {
  if (last === null || trailing === "" || isZero(trailing)) return null;
  const away = divide(multiply(last, trailing), "100", 18, "down");
  return side === "sell"
    ? roundToStep(subtract(last, away), pair.tick_size, "down")
    : roundToStep(add(last, away), pair.tick_size, "up");
}

/** The price for converting between amount and total; null while unknown. */
export function valuePrice(draft: Draft, market: Market): string | null {
  if (hasPrice(draft.type)) return usable(draft.price);
  if (draft.type === "trailing_stop") return trailingStop(draft, market);
  if (hasStop(draft.type)) return usable(draft.stopPrice);
  return (draft.side === "buy" ? market.ask : market.bid) ?? market.last;
}

/** The max price per unit for a buyer, which determines the hold. */
function costPrice(draft: Draft, market: Market): string | null {
  const price = valuePrice(draft, market);
  if (price === null || canFillImmediately(draft.type)) return price;
  if (draft.type !== "oco") return hasPrice(draft.type) ? price : guarded(price, market);
  const stop = usable(draft.stopLimitPrice) ?? guarded(usable(draft.stopPrice) ?? price, market);
  return greater(price, stop);
}

function guarded(price: string, { pair }: Market): string {
  return roundToStep(multiply(price, add("1", pair.market_guard)), pair.tick_size, "down");
}

/** The amount in the base coin; empty while unknown. */
export function amountOf(draft: Draft, market: Market): string {
  if (draft.sizedBy === "amount" || draft.size === "") return draft.size;
  const price = valuePrice(draft, market);
  return price === null ? "" : toSteps(draft.size, price, market.pair);
}

/** The total in the quote coin; empty while unknown. */
export function totalOf(draft: Draft, market: Market): string {
  if (draft.sizedBy === "total" || draft.size === "") return draft.size;
  const price = valuePrice(draft, market);
  return price === null ? "" : round(multiply(draft.size, price), totalDigits(market.pair), "up");
}

/** The amount held by the order: of the quote coin for a buy, of the base coin for a sell. */
export function costOf(draft: Draft, market: Market): string | null {
  const amount = amountOf(draft, market);
  if (draft.side === "sell") return amount || null;
  if (isByTotal(draft)) return draft.size || null;
  const price = costPrice(draft, market);
  return amount === "" || price === null ? null : multiply(amount, price);
}

/** The size for a share (0 to 100 percent) of the available balance; null while unknown. */
export function sizeForShare(
  draft: Draft,
  market: Market,
  available: string,
  percent: number,
): Pick<Draft, "sizedBy" | "size"> | null {
  const { pair } = market;
  const part = divide(multiply(available, String(percent)), "100", 18, "down");
  if (draft.side === "sell") {
    return { sizedBy: "amount", size: roundToStep(lesser(part, pair.max_quantity), pair.step_size, "down") };
  }
  if (isByTotal({ ...draft, sizedBy: "total" })) {
    return { sizedBy: "total", size: round(part, totalDigits(pair), "down") };
  }
  const price = costPrice(draft, market);
  if (price === null) return null;
  return { sizedBy: "amount", size: lesser(toSteps(part, price, pair), pair.max_quantity) };
}

/** The share of the available balance that the order takes, in whole percent, at most 100. */
export function shareOf(cost: string | null, available: string | null): number {
  if (cost === null || available === null || isZero(available)) return 0;
  const percent = Number(divide(multiply(cost, "100"), available, 0, "nearest"));
  return Math.min(100, percent);
}

/** The expiry of a good-till-date order, in unix seconds. */
export const expiryOf = ({ expiresAt }: Draft) => Math.floor(new Date(expiresAt).getTime() / 1000);

/** The request body. The draft must be valid. */
export function toNewOrder(draft: Draft, market: Market): NewOrder {
  const { type, side, timeInForce } = draft;
  const size = isByTotal(draft) ? { quote_quantity: draft.size } : { quantity: amountOf(draft, market) };
  const isGtd = timeInForce === "gtd";
  return {
    symbol: market.pair.symbol,
    side,
    type,
    ...size,
    ...(hasPrice(type) ? { price: draft.price } : {}),
    ...(hasStop(type) ? { stop_price: draft.stopPrice } : {}),
    ...(type === "oco" && draft.stopLimitPrice ? { stop_limit_price: draft.stopLimitPrice } : {}),
    ...(type === "trailing_stop" ? { trailing_delta_bps: Number(multiply(draft.trailing, "100")) } : {}),
    ...(canBeIceberg(draft) && draft.displayQuantity ? { display_quantity: draft.displayQuantity } : {}),
    time_in_force: timeInForce,
    ...(isGtd ? { expire_at: expiryOf(draft) } : {}),
    post_only: draft.postOnly && canBePostOnly(draft),
    self_trade_prevention: draft.selfTradePrevention,
  };
}

/** The draft with another type; options that the type does not support are reset. */
export function asType(draft: Draft, type: OrderType): Draft {
  const allowed = timesInForce(type);
  const timeInForce = allowed.includes(draft.timeInForce) ? draft.timeInForce : "gtc";
  return { ...draft, type, timeInForce };
}

/** Whether the market has already reached a stop price, so that the order would be rejected. */
export function isReached(draft: Draft, stopPrice: string, last: string): boolean {
  const type = draft.type === "oco" ? "stop_market" : draft.type;
  const difference = compare(last, stopPrice);
  return firesWhenFalling({ type, side: draft.side }) ? difference <= 0 : difference >= 0;
}

function usable(price: string): string | null {
  return price === "" || isZero(price) ? null : price;
}

function toSteps(total: string, price: string, { step_size }: Pair): string {
  return roundToStep(divide(total, price, 18, "down"), step_size, "down");
}
