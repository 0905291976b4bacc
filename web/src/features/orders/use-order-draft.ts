import { useState } from "react";
import { scaleOf, toFixed } from "@/lib/decimal";
import type { OrderSide, OrderType } from "./api";
import { asType, type Draft, digitsOf, EMPTY_DRAFT, hasPrice, hasStop, type Market } from "./draft";

/** What was clicked in the book or chosen by a key; each new `version` is put into the form once. */
export type OrderPrefill = {
  price?: string | undefined;
  quantity?: string | undefined;
  side?: OrderSide | undefined;
  type?: OrderType | undefined;
  /** The field that a key leads to; a click in the book leaves the focus where it is. */
  focus?: "price" | "amount" | undefined;
  version: number;
};

/** The order that is being written. Its price begins at the market's, until somebody chooses another. */
export function useOrderDraft(market: Market, prefill: OrderPrefill) {
  const [draft, setDraft] = useState<Draft>(() => withPrefill(EMPTY_DRAFT, prefill, market));
  const [seenVersion, setSeenVersion] = useState(prefill.version);
  const [isPriceChosen, setPriceChosen] = useState(prefill.price !== undefined);

  if (prefill.version !== seenVersion) {
    setSeenVersion(prefill.version);
    setDraft(withPrefill(draft, prefill, market));
    if (prefill.price !== undefined) setPriceChosen(true);
  } else if (!isPriceChosen && market.last !== null) {
    setPriceChosen(true);
    setDraft({ ...draft, price: inTicks(market.last, market) });
  }

  function change(part: Partial<Draft>) {
    setDraft((known) => ({ ...known, ...part }));
    if (part.price !== undefined) setPriceChosen(true);
  }

  function chooseType(type: OrderType) {
    setDraft((known) => asType(known, type));
  }

  return { draft, change, chooseType };
}

/** A price that was clicked goes to the field that an order of this type has for it. */
function withPrefill(
  draft: Draft,
  { price: picked, quantity, side, type }: OrderPrefill,
  market: Market,
): Draft {
  const price = picked === undefined ? undefined : inTicks(picked, market);
  // Whoever picks a price wants that price: a market order has none.
  const wanted = type ?? (price !== undefined && draft.type === "market" ? "limit" : draft.type);
  const next = { ...asType(draft, wanted), side: side ?? draft.side };
  if (quantity !== undefined) Object.assign(next, { sizedBy: "amount", size: quantity });
  if (price !== undefined && hasPrice(wanted)) next.price = price;
  else if (price !== undefined && hasStop(wanted)) next.stopPrice = price;
  return next;
}

/** A price that nobody has typed, with all the digits of the tick, as it stands in the book beside the form. */
function inTicks(price: string, { pair }: Market): string {
  return toFixed(price, Math.max(digitsOf(pair.tick_size), scaleOf(price)));
}
