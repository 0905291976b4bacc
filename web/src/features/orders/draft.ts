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
  scaleOf,
  subtract,
} from "@/lib/decimal";
import type { NewOrder, OrderSide, OrderType, SelfTradePrevention, TimeInForce } from "./api";
import { firesWhenFalling } from "./texts";

/** An order as it stands in the form: texts as they were typed, empty where nothing was. */
export type Draft = {
  side: OrderSide;
  type: OrderType;
  price: string;
  stopPrice: string;
  /** Of an OCO: the stop becomes a limit order at this price, or a market order without one. */
  stopLimitPrice: string;
  /** In percent. */
  trailing: string;
  /** What was entered last leads; the other of the two follows from it and the price. */
  sizedBy: "amount" | "total";
  size: string;
  timeInForce: TimeInForce;
  /** As a `datetime-local` input writes it. */
  expiresAt: string;
  postOnly: boolean;
  displayQuantity: string;
  selfTradePrevention: SelfTradePrevention;
};

/** What of the market an order is reckoned with. */
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
export const canTakeAtOnce = (type: OrderType) => type === "limit" || type === "market";
export const canBeIceberg = ({ type, timeInForce }: Draft) =>
  hasPrice(type) && type !== "oco" && timeInForce !== "ioc" && timeInForce !== "fok";
export const canBePostOnly = ({ type, timeInForce }: Draft) =>
  type === "limit" && timeInForce !== "ioc" && timeInForce !== "fok";

/** The times in force that an order of this type may have. */
export function timesInForce(type: OrderType): readonly TimeInForce[] {
  if (type === "market") return ["gtc", "fok"];
  return hasPrice(type) && type !== "oco" ? ["gtc", "ioc", "fok", "gtd"] : ["gtc", "gtd"];
}

/** The digits that multiples of a step have behind the point. */
export const digitsOf = (step: string) => scaleOf(round(step, scaleOf(step), "down"));

/** A tick times a step is always a whole number of the quote coin's units, so a total of these digits is one, too. */
export const totalDigits = ({ tick_size, step_size }: Pair) => digitsOf(tick_size) + digitsOf(step_size);

/** Whether the order is sent as an amount of the quote coin. */
export const isByTotal = ({ type, side, sizedBy }: Draft) =>
  sizedBy === "total" && (type === "market" || (side === "buy" && !hasPrice(type)));

/** Where a trailing stop would start, away from the last price and on a tick. */
export function trailingStop({ side, trailing }: Draft, { pair, last }: Market): string | null {
  if (last === null || trailing === "" || isZero(trailing)) return null;
  const away = divide(multiply(last, trailing), "100", 18, "down");
  return side === "sell"
    ? roundToStep(subtract(last, away), pair.tick_size, "down")
    : roundToStep(add(last, away), pair.tick_size, "up");
}

/** The price at which amount and total are reckoned into each other; null while there is none. */
export function valuePrice(draft: Draft, market: Market): string | null {
  if (hasPrice(draft.type)) return usable(draft.price);
  if (draft.type === "trailing_stop") return trailingStop(draft, market);
  if (hasStop(draft.type)) return usable(draft.stopPrice);
  return (draft.side === "buy" ? market.ask : market.bid) ?? market.last;
}

/** The most that one unit may cost a buyer: so much is set aside for it. */
function costPrice(draft: Draft, market: Market): string | null {
  const price = valuePrice(draft, market);
  if (price === null || canTakeAtOnce(draft.type)) return price;
  if (draft.type !== "oco") return hasPrice(draft.type) ? price : guarded(price, market);
  const stop = usable(draft.stopLimitPrice) ?? guarded(usable(draft.stopPrice) ?? price, market);
  return greater(price, stop);
}

function guarded(price: string, { pair }: Market): string {
  return roundToStep(multiply(price, add("1", pair.market_guard)), pair.tick_size, "down");
}

/** How much of the base coin; empty while it cannot be known. */
export function amountOf(draft: Draft, market: Market): string {
  if (draft.sizedBy === "amount" || draft.size === "") return draft.size;
  const price = valuePrice(draft, market);
  return price === null ? "" : toSteps(draft.size, price, market.pair);
}

/** How much of the quote coin; empty while it cannot be known. */
export function totalOf(draft: Draft, market: Market): string {
  if (draft.sizedBy === "total" || draft.size === "") return draft.size;
  const price = valuePrice(draft, market);
  return price === null ? "" : round(multiply(draft.size, price), totalDigits(market.pair), "up");
}

/** What the order takes from what is available: of the quote coin for a purchase, of the base coin for a sale. */
export function costOf(draft: Draft, market: Market): string | null {
  const amount = amountOf(draft, market);
  if (draft.side === "sell") return amount || null;
  if (isByTotal(draft)) return draft.size || null;
  const price = costPrice(draft, market);
  return amount === "" || price === null ? null : multiply(amount, price);
}

/** The size that takes so much (0 to 100 percent) of what is available; null while that cannot be reckoned. */
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

/** How much of what is available the order takes, in whole percent, 100 at most. */
export function shareOf(cost: string | null, available: string | null): number {
  if (cost === null || available === null || isZero(available)) return 0;
  const percent = Number(divide(multiply(cost, "100"), available, 0, "nearest"));
  return Math.min(100, percent);
}

/** When a good-till-date order ends, in unix seconds. */
export const expiryOf = ({ expiresAt }: Draft) => Math.floor(new Date(expiresAt).getTime() / 1000);

/** What is asked of the server. The draft must be without problems. */
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

/** The same draft as another type: what that type cannot have falls back. */
export function asType(draft: Draft, type: OrderType): Draft {
  const allowed = timesInForce(type);
  const timeInForce = allowed.includes(draft.timeInForce) ? draft.timeInForce : "gtc";
  return { ...draft, type, timeInForce };
}

/** Whether the market has already reached a stop price, so that the order would be refused. */
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
