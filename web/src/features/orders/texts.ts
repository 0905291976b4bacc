import { i18n } from "@lingui/core";
import type { Severity } from "@/design/severity";
import type { Order, OrderSide, OrderStatus, OrderType, SelfTradePrevention, TimeInForce } from "./api";
import { priceText } from "./price-text";

export const ORDER_TYPES = [
  "limit",
  "market",
  "stop_limit",
  "stop_market",
  "take_profit_limit",
  "take_profit_market",
  "trailing_stop",
  "oco",
] as const satisfies readonly OrderType[];

export const SIDES = ["buy", "sell"] as const satisfies readonly OrderSide[];
export const TIMES_IN_FORCE = ["gtc", "ioc", "fok", "gtd"] as const satisfies readonly TimeInForce[];
export const SELF_TRADE_PREVENTIONS = [
  "expire_taker",
  "expire_maker",
  "expire_both",
  "none",
] as const satisfies readonly SelfTradePrevention[];

export function typeName(type: OrderType): string {
  switch (type) {
    case "limit":
      return i18n._("Limit");
    case "market":
      return i18n._("Market");
    case "stop_limit":
      return i18n._("Stop limit");
    case "stop_market":
      return i18n._("Stop market");
    case "take_profit_limit":
      return i18n._("Take profit limit");
    case "take_profit_market":
      return i18n._("Take profit market");
    case "trailing_stop":
      return i18n._("Trailing stop");
    case "oco":
      return i18n._("One cancels the other");
  }
}

export function sideName(side: OrderSide): string {
  return side === "buy" ? i18n._("Buy") : i18n._("Sell");
}

export function statusName(status: OrderStatus): string {
  switch (status) {
    case "untriggered":
      return i18n._("Untriggered");
    case "new":
      return i18n._("Open");
    case "partially_filled":
      return i18n._("Partially filled");
    case "filled":
      return i18n._("Filled");
    case "canceled":
      return i18n._("Canceled");
    case "expired":
      return i18n._("Expired");
    case "rejected":
      return i18n._("Rejected");
  }
}

export function statusSeverity(status: OrderStatus): Severity | "neutral" {
  if (status === "filled") return "success";
  if (status === "rejected") return "error";
  return status === "partially_filled" ? "info" : "neutral";
}

export function timeInForceName(timeInForce: TimeInForce): string {
  switch (timeInForce) {
    case "gtc":
      return i18n._("Good till canceled");
    case "ioc":
      return i18n._("Immediate or cancel");
    case "fok":
      return i18n._("Fill or kill");
    case "gtd":
      return i18n._("Good till date");
  }
}

/** What becomes of an order over time, in a sentence. */
export function timeInForceHint(timeInForce: TimeInForce): string {
  switch (timeInForce) {
    case "gtc":
      return i18n._("Stays open until it’s filled or you cancel it.");
    case "ioc":
      return i18n._("Fills what it can immediately; the rest expires.");
    case "fok":
      return i18n._("Fills in full immediately or is rejected.");
    case "gtd":
      return i18n._("Stays open until the time you choose, then expires.");
  }
}

export function selfTradePreventionName(mode: SelfTradePrevention): string {
  switch (mode) {
    case "expire_taker":
      return i18n._("Cancel newest");
    case "expire_maker":
      return i18n._("Cancel oldest");
    case "expire_both":
      return i18n._("Cancel both");
    case "none":
      return i18n._("Allow self-trade");
  }
}

/** What happens when an order meets another one of its own client, in a sentence; null for what is usual. */
export function selfTradeText(mode: SelfTradePrevention): string | null {
  switch (mode) {
    case "expire_taker":
      return null;
    case "expire_maker":
      return i18n._("Self-trade prevention: cancel oldest");
    case "expire_both":
      return i18n._("Self-trade prevention: cancel both");
    case "none":
      return i18n._("Self-trade allowed");
  }
}

/** Why an order has ended before it was filled; null where there is nothing to say. */
export function reasonText(reason: Order["reason"]): string | null {
  switch (reason) {
    case "client":
      return i18n._("By you");
    case "staff":
      return i18n._("By the exchange");
    case "oco":
      return i18n._("By OCO");
    case "time_in_force":
      return i18n._("Couldn’t fill immediately");
    case "expire_at":
      return i18n._("Reached expiry time");
    case "no_liquidity":
      return i18n._("No liquidity left");
    case "market_guard":
      return i18n._("Price protection limit");
    case "self_trade_prevention":
      return i18n._("Self-trade prevention");
    case "fill_limit":
      return i18n._("Fill limit reached");
    default:
      return null;
  }
}

type Conditional = Pick<Order, "type" | "side" | "stop_price">;

/** Whether a price at or below the stop price sets the order off; otherwise one at or above does. */
export function firesWhenFalling({ type, side }: Pick<Order, "type" | "side">): boolean {
  return (side === "sell") !== type.startsWith("take_profit");
}

/** The price that triggers an order, in few words for a table; null for one that waits for none. */
export function triggerText(order: Conditional, tick: string | undefined): string | null {
  if (order.stop_price === null) return null;
  const price = priceText(order.stop_price, tick);
  return firesWhenFalling(order)
    ? i18n._("Last price ≤ {price}", { price })
    : i18n._("Last price ≥ {price}", { price });
}

/** What an order waits for, in words; null for one that waits for nothing. */
export function conditionText(order: Conditional, tick: string | undefined): string | null {
  if (order.stop_price === null) return null;
  const price = priceText(order.stop_price, tick);
  if (order.type === "trailing_stop") {
    return firesWhenFalling(order)
      ? i18n._("Triggers when last price ≤ {price}, trailing up", { price })
      : i18n._("Triggers when last price ≥ {price}, trailing down", { price });
  }
  return firesWhenFalling(order)
    ? i18n._("Triggers when last price ≤ {price}", { price })
    : i18n._("Triggers when last price ≥ {price}", { price });
}
