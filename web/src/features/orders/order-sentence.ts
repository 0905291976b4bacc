import { i18n } from "@lingui/core";
import { formatDateTime } from "@/lib/dates";
import { formatAmount } from "@/lib/format-amount";
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
import { conditionText, selfTradeText, timeInForceName, typeName } from "./texts";

/** The order as one would say it before it is sent: what is done, at which price, and when. */
export function sentenceOf(draft: Draft, market: Market): string {
  const { pair } = market;
  const what = isByTotal(draft)
    ? i18n._("{base} for {total} {quote}", {
        base: pair.base,
        total: formatAmount(draft.size),
        quote: pair.quote,
      })
    : `${formatAmount(amountOf(draft, market) || "0")} ${pair.base}`;
  const act = draft.side === "buy" ? i18n._("Buy {what}", { what }) : i18n._("Sell {what}", { what });
  const parts = [
    `${act} ${dealText(draft, market)}`,
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
  const { quote, tick_size } = market.pair;
  if (!hasPrice(draft.type)) return i18n._("at the market price");
  const price = priceText(draft.price || "0", tick_size);
  const total = formatAmount(totalOf(draft, market) || "0");
  return i18n._("at {price} for {total} {quote}", { price, total, quote });
}

function conditionOf(draft: Draft, market: Market): string | null {
  const { side, type } = draft;
  const { tick_size } = market.pair;
  if (type === "oco") return otherOrderOf(draft, market);
  const stop_price = type === "trailing_stop" ? trailingStop(draft, market) : draft.stopPrice || null;
  return conditionText({ type, side, stop_price }, tick_size);
}

/** The second order of an OCO: when it comes, and at which price. */
function otherOrderOf({ side, stopPrice, stopLimitPrice }: Draft, { pair }: Market): string | null {
  const condition = conditionText(
    { type: "stop_market", side, stop_price: stopPrice || null },
    pair.tick_size,
  );
  if (condition === null) return null;
  const stop = condition.charAt(0).toLowerCase() + condition.slice(1);
  return stopLimitPrice === ""
    ? i18n._("Or: {stop}, at the market price", { stop })
    : i18n._("Or: {stop}, with a limit of {price}", {
        stop,
        price: priceText(stopLimitPrice, pair.tick_size),
      });
}

function termsOf(draft: Draft, { pair }: Market): string {
  const { type, displayQuantity } = draft;
  const parts = [
    typeName(type),
    timeText(draft),
    draft.postOnly && canBePostOnly(draft) && i18n._("post-only"),
    canBeIceberg(draft) &&
      displayQuantity !== "" &&
      i18n._("shows {amount} {coin} at a time", { amount: formatAmount(displayQuantity), coin: pair.base }),
  ];
  return parts.filter(Boolean).join(", ");
}

function timeText(draft: Draft): string | null {
  const { type, timeInForce } = draft;
  if (type === "market" && timeInForce === "gtc") return null;
  return timeInForce === "gtd"
    ? i18n._("until {time}", { time: formatDateTime(expiryOf(draft)) })
    : timeInForceName(timeInForce).toLowerCase();
}
