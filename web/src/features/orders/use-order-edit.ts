import { i18n } from "@lingui/core";
import { useId, useMemo, useRef, useState } from "react";
import type { Pair } from "@/api/pairs";
import { compare, isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { serverNow } from "@/lib/server-clock";
import { useTicker } from "@/realtime/tickers";
import { hasEnded, type Order, useAmendOrder } from "./api";
import { type Draft, EMPTY_DRAFT, type Market } from "./draft";
import { loadRefusal } from "./load-refusal";
import { showOrderToast } from "./order-toast";
import { findProblems } from "./validation";

type Edited = { order: Order; price: string; amount: string };
type Notes = { price?: string | undefined; amount?: string | undefined };

/** Whether price or size can be amended: not for the orders of an OCO. */
export function canEdit(order: Order): boolean {
  return order.list_id === null && (order.price !== null || !isZero(order.quantity));
}

/** The order of a list that is being edited inline. */
export function useOrderEdit(pairs: ReadonlyMap<string, Pair>) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [refused, setRefused] = useState<{ edited: Edited; notes: Notes } | null>(null);
  const noteId = useId();
  // Where to restore the focus after the edit.
  const cameFrom = useRef<number | null>(null);
  const { mutateAsync: amend, isPending } = useAmendOrder();
  const pair = edited ? pairs.get(edited.order.symbol) : undefined;
  const last = useTicker(pair?.symbol)?.last ?? pair?.ticker.last ?? null;

  // Stable while nothing is edited, because every row gets it.
  return useMemo(() => {
    const market = pair && { pair, last, bid: null, ask: null };
    const wrong = edited && market ? findWrong(edited, market) : {};
    const rejected = refused?.edited === edited ? refused?.notes : undefined;

    function end() {
      cameFrom.current = edited?.order.id ?? null;
      setEdited(null);
    }

    async function save() {
      if (!edited || !market || isPending || wrong.price || wrong.amount) return;
      const change = changesOf(edited);
      if (Object.keys(change).length === 0) return end();
      try {
        await amend({ id: edited.order.id, ...change });
        showOrderToast({ severity: "success", summary: i18n._("Order changed"), life: 3000 });
        end();
      } catch (error) {
        if (!hasEnded(error)) return setRefused({ edited, notes: await readNotes(error, edited, market) });
        const summary = i18n._("The order was already closed and couldn’t be changed.");
        showOrderToast({ severity: "warn", summary, life: 8000 });
        end();
      }
    }

    return {
      ...{ edited, pair, isPending, noteId, end },
      notes: { price: wrong.price ?? rejected?.price, amount: wrong.amount ?? rejected?.amount },
      begin(order: Order) {
        setEdited({ order, price: order.price ?? "", amount: order.quantity });
      },
      change(part: Partial<Pick<Edited, "price" | "amount">>) {
        setEdited((known) => known && { ...known, ...part });
      },
      save: () => void save(),
      /** Whether to restore the focus to this order's row; true once. */
      takeReturn(order: Order): boolean {
        if (cameFrom.current !== order.id) return false;
        cameFrom.current = null;
        // Do not move the focus if it is elsewhere by now.
        return document.activeElement === null || document.activeElement === document.body;
      },
    };
  }, [edited, refused, pair, last, isPending, noteId, amend]);
}

export type OrderEdit = ReturnType<typeof useOrderEdit>;

function changesOf({ order, price, amount }: Edited) {
  return {
    ...(order.price !== null && price !== order.price ? { price } : {}),
    ...(amount !== order.quantity ? { quantity: amount } : {}),
  };
}

/** The amended order as a draft, so that the same validation applies. */
function draftOf({ order, price, amount }: Edited): Draft {
  return {
    ...EMPTY_DRAFT,
    side: order.side,
    type: order.status === "untriggered" ? order.type : "limit",
    price,
    stopPrice: order.stop_price ?? "",
    size: amount,
    postOnly: order.post_only,
  };
}

function findWrong(edited: Edited, market: Market): Notes {
  const { order, amount } = edited;
  const found = findProblems(draftOf(edited), market, null, serverNow());
  // A price that stays may be far from the market by now.
  const price = order.price === edited.price || order.price === null ? undefined : found.price?.text;
  if (found.amount || compare(amount, order.filled_quantity) > 0)
    return { price, amount: found.amount?.text };
  const filled = formatAmount(order.filled_quantity);
  return { price, amount: i18n._("Must exceed the {filled} already filled.", { filled }) };
}

async function readNotes(error: unknown, edited: Edited, market: Market): Promise<Notes> {
  const { fields, form } = await loadRefusal(error, draftOf(edited), market);
  return { price: fields.price, amount: fields.amount ?? form ?? undefined };
}
