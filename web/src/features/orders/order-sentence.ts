import { i18n } from "@lingui/core";
import { formatAmount } from "@/lib/format-amount";
import { amountOf, type Draft, hasPrice, isByTotal, type Market, totalOf, trailingStop } from "./draft";
import { conditionText, timeInForceName, typeName } from "./texts";

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
  return [`${act} ${priceText(draft, market)}`, conditionOf(draft, market), termsOf(draft)]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(" ");
}

function priceText(draft: Draft, market: Market): string {
  const { quote } = market.pair;
  if (!hasPrice(draft.type)) return i18n._("at the market price");
  const price = formatAmount(draft.price || "0");
  const total = formatAmount(totalOf(draft, market) || "0");
  return i18n._("at {price} for {total} {quote}", { price, total, quote });
}

function conditionOf(draft: Draft, market: Market): string | null {
  const { side, type } = draft;
  if (type === "trailing_stop") {
    return conditionText({ type, side, stop_price: trailingStop(draft, market) });
  }
  if (type === "oco") {
    const stop = conditionText({ type: "stop_market", side, stop_price: draft.stopPrice || null });
    return stop === null
      ? null
      : i18n._("Or: {stop}", { stop: stop.charAt(0).toLowerCase() + stop.slice(1) });
  }
  return conditionText({ type, side, stop_price: draft.stopPrice || null });
}

function termsOf({ type, timeInForce, postOnly }: Draft): string {
  const terms =
    type === "market" && timeInForce === "gtc" ? "" : `, ${timeInForceName(timeInForce).toLowerCase()}`;
  return `${typeName(type)}${terms}${postOnly && type === "limit" ? `, ${i18n._("post-only")}` : ""}`;
}
