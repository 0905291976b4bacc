import { useLayoutEffect } from "react";
import type { Pair } from "@/api/pairs";
import { scaleOf, toFixed } from "@/lib/decimal";
import { decimalsOfStep } from "@/lib/format-number";
import type { OrderSide, OrderType } from "./api";
import { changeDraft, draftOf, useDeskStore } from "./desk-store";
import { asType, type Draft, hasPrice, hasStop, type Market } from "./draft";

/** A prefill from a click in the book or a hotkey; each new `version` is applied once. */
export type OrderPrefill = {
  price?: string | undefined;
  quantity?: string | undefined;
  side?: OrderSide | undefined;
  type?: OrderType | undefined;
  /** The field that a hotkey focuses; a click in the book does not move the focus. */
  focus?: "price" | "amount" | undefined;
  /** 0 without a prefill; unique otherwise. */
  version: number;
};

/** The pair's draft in the order desk. Its price starts at the market price, until one is chosen. */
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

/** Puts a clicked price into the price field of the order's type. */
function withPrefill(draft: Draft, { price: picked, quantity, side, type }: OrderPrefill, pair: Pair): Draft {
  const price = picked === undefined ? undefined : inTicks(picked, pair);
  // A picked price changes a market order to a limit order.
  const wanted = type ?? (price !== undefined && draft.type === "market" ? "limit" : draft.type);
  const next = { ...asType(draft, wanted), side: side ?? draft.side };
  if (quantity !== undefined) Object.assign(next, { sizedBy: "amount", size: quantity });
  if (price !== undefined && hasPrice(wanted)) next.price = price;
  else if (price !== undefined && hasStop(wanted)) next.stopPrice = price;
  return next;
}

/** Formats a prefilled price with all decimals of the tick, as in the book. */
function inTicks(price: string, pair: Pair): string {
  return toFixed(price, Math.max(decimalsOfStep(pair.tick_size), scaleOf(price)));
}
