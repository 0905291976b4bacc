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

/** An explanation of a time in force. */
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

/** An explanation of a self-trade prevention mode; null for the default. */
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

/** Why an order was closed before it was filled; null if there is no reason to show. */
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

/** Whether the order triggers at or below the stop price; otherwise at or above. */
export function firesWhenFalling({ type, side }: Pick<Order, "type" | "side">): boolean {
  return (side === "sell") !== type.startsWith("take_profit");
}

/** The trigger of an order, in short for a table; null without one. */
export function triggerText(order: Conditional, tick: string | undefined): string | null {
  if (order.stop_price === null) return null;
  const price = priceText(order.stop_price, tick);
  return firesWhenFalling(order)
    ? i18n._("Last price ≤ {price}", { price })
    : i18n._("Last price ≥ {price}", { price });
}

/** The trigger of an order, in words; null without one. */
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
