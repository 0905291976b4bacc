import { i18n } from "@lingui/core";
import { formatDateTime } from "@/lib/dates";
import { formatAmount } from "@/lib/format-number";
import {
  amountOf,
  canBeIceberg,
  canBePostOnly,
  type Draft,
  expiryOf,
  hasPrice,
  isByTotal,
  type Market,
  totalOf,
  trailingStop,
} from "./draft";
import { priceText } from "./price-text";
import { conditionText, firesWhenFalling, selfTradeText, timeInForceName, typeName } from "./texts";

/** A summary of the order for the confirmation: action, price and time in force. */
export function sentenceOf(draft: Draft, market: Market): string {
  const parts = [
    dealText(draft, market),
    conditionOf(draft, market),
    termsOf(draft, market),
    selfTradeText(draft.selfTradePrevention),
  ];
  return parts
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(" ");
}

function dealText(draft: Draft, market: Market): string {
  const { base: coin, quote, tick_size } = market.pair;
  const isBuy = draft.side === "buy";
  if (isByTotal(draft)) {
    const values = { coin, total: formatAmount(draft.size), quote };
    return isBuy
      ? i18n._("Buy {coin} for {total} {quote} at the market price", values)
      : i18n._("Sell {coin} for {total} {quote} at the market price", values);
  }
  const amount = formatAmount(amountOf(draft, market) || "0");
  if (!hasPrice(draft.type)) {
    return isBuy
      ? i18n._("Buy {amount} {coin} at the market price", { amount, coin })
      : i18n._("Sell {amount} {coin} at the market price", { amount, coin });
  }
  const price = priceText(draft.price || "0", tick_size);
  const total = formatAmount(totalOf(draft, market) || "0");
  return isBuy
    ? i18n._("Buy {amount} {coin} at {price} for {total} {quote}", { amount, coin, price, total, quote })
    : i18n._("Sell {amount} {coin} at {price} for {total} {quote}", { amount, coin, price, total, quote });
}

function conditionOf(draft: Draft, market: Market): string | null {
  const { side, type } = draft;
  const { tick_size } = market.pair;
  if (type === "oco") return otherOrderOf(draft, market);
  const stop_price = type === "trailing_stop" ? trailingStop(draft, market) : draft.stopPrice || null;
  return conditionText({ type, side, stop_price }, tick_size);
}

/** The second order of an OCO: its trigger and price. */
function otherOrderOf({ side, stopPrice, stopLimitPrice }: Draft, { pair }: Market): string | null {
  if (stopPrice === "") return null;
  const trigger = priceText(stopPrice, pair.tick_size);
  const isFalling = firesWhenFalling({ type: "stop_market", side });
  if (stopLimitPrice === "") {
    return isFalling
      ? i18n._("Or at the market price when last price ≤ {trigger}", { trigger })
      : i18n._("Or at the market price when last price ≥ {trigger}", { trigger });
  }
  const limit = priceText(stopLimitPrice, pair.tick_size);
  return isFalling
    ? i18n._("Or with a limit of {limit} when last price ≤ {trigger}", { limit, trigger })
    : i18n._("Or with a limit of {limit} when last price ≥ {trigger}", { limit, trigger });
}

function termsOf(draft: Draft, { pair }: Market): string {
  const { type, displayQuantity } = draft;
  const parts = [
    typeName(type),
    timeText(draft),
    draft.postOnly && canBePostOnly(draft) && i18n._("Post-only"),
    canBeIceberg(draft) &&
      displayQuantity !== "" &&
      i18n._("Visible amount {amount} {coin}", { amount: formatAmount(displayQuantity), coin: pair.base }),
  ];
  return parts.filter(Boolean).join(" · ");
}

function timeText(draft: Draft): string | null {
  const { type, timeInForce } = draft;
  if (type === "market" && timeInForce === "gtc") return null;
  return timeInForce === "gtd"
    ? i18n._("Until {time}", { time: formatDateTime(expiryOf(draft)) })
    : timeInForceName(timeInForce);
}
