import { useLayoutEffect } from "react";
import type { Pair } from "@/api/pairs";
import { scaleOf, toFixed } from "@/lib/decimal";
import type { OrderSide, OrderType } from "./api";
import { changeDraft, draftOf, useDeskStore } from "./desk-store";
import { asType, type Draft, digitsOf, hasPrice, hasStop, type Market } from "./draft";

/** What was clicked in the book or chosen by a key; each new `version` is put into the form once. */
export type OrderPrefill = {
  price?: string | undefined;
  quantity?: string | undefined;
  side?: OrderSide | undefined;
  type?: OrderType | undefined;
  /** The field that a key leads to; a click in the book leaves the focus where it is. */
  focus?: "price" | "amount" | undefined;
  /** 0 while nothing was chosen; no two choices have the same. */
  version: number;
};

/** The pair's draft in the order desk. Its price begins at the market's, until somebody chooses another. */
export function useOrderDraft({ pair, last }: Market, prefill: OrderPrefill) {
  const { symbol } = pair;
  const { draft, hasChosenPrice } = useDeskStore((state) => draftOf(state, symbol));

  useLayoutEffect(() => fillIn(pair, prefill), [pair, prefill]);

  const isWithoutPrice = draft.price === "" && !hasChosenPrice;
  useLayoutEffect(() => {
    if (!isWithoutPrice || last === null) return;
    const price = inTicks(last, pair);
    changeDraft(pair.symbol, (known) => ({ ...known, draft: { ...known.draft, price } }));
  }, [pair, isWithoutPrice, last]);

  function change(part: Partial<Draft>) {
    changeDraft(symbol, (known) => ({
      ...known,
      draft: { ...known.draft, ...part },
      hasChosenPrice: known.hasChosenPrice || part.price !== undefined,
    }));
  }

  function chooseType(type: OrderType) {
    changeDraft(symbol, (known) => ({ ...known, draft: asType(known.draft, type) }));
  }

  return { draft, change, chooseType };
}

function fillIn(pair: Pair, prefill: OrderPrefill): void {
  const { version, price } = prefill;
  changeDraft(pair.symbol, (known) =>
    version === 0 || known.prefillVersion === version
      ? known
      : {
          draft: withPrefill(known.draft, prefill, pair),
          hasChosenPrice: known.hasChosenPrice || price !== undefined,
          prefillVersion: version,
        },
  );
}

/** A price that was clicked goes to the field that an order of this type has for it. */
function withPrefill(draft: Draft, { price: picked, quantity, side, type }: OrderPrefill, pair: Pair): Draft {
  const price = picked === undefined ? undefined : inTicks(picked, pair);
  // Whoever picks a price wants that price: a market order has none.
  const wanted = type ?? (price !== undefined && draft.type === "market" ? "limit" : draft.type);
  const next = { ...asType(draft, wanted), side: side ?? draft.side };
  if (quantity !== undefined) Object.assign(next, { sizedBy: "amount", size: quantity });
  if (price !== undefined && hasPrice(wanted)) next.price = price;
  else if (price !== undefined && hasStop(wanted)) next.stopPrice = price;
  return next;
}

/** A price that nobody has typed, with all the digits of the tick, as it stands in the book beside the form. */
function inTicks(price: string, pair: Pair): string {
  return toFixed(price, Math.max(digitsOf(pair.tick_size), scaleOf(price)));
}
