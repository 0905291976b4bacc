import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { toast } from "@/design/toast";
import { compare } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-amount";
import type { OrderLine } from "./chart-orders";
import type { ChartView } from "./chart-view";

interface OrderMove {
  /** The price of the line: the order's, or the one it is dragged to. */
  price: string;
  isMoved: boolean;
  isPending: boolean;
  /** Moves only the line, not the order. */
  move: (price: string) => void;
  /** Resets the line. */
  leave: () => void;
  /** Amends the order to a price, which the caller passes because the last move may not be rendered yet. */
  confirm: (price: string) => Promise<void>;
}

/** The state of one line while it is moved, confirmed or reset. */
export function useOrderMove(
  view: ChartView,
  line: OrderLine,
  onMoveOrder: (id: number, price: string) => Promise<void>,
): OrderMove {
  const [draft, setDraft] = useState<string | null>(null);
  // The order is updated a moment after the response; until then the line stays at the new price.
  const [settled, setSettled] = useState<{ from: string; to: string } | null>(null);
  const [isPending, setIsPending] = useState(false);

  const standing = settled?.from === line.price ? settled.to : line.price;

  function move(price: string) {
    setDraft(price);
    view.moveOrder(line.key, price, true);
  }

  function leave() {
    setDraft(null);
    view.moveOrder(line.key, standing, false);
  }

  async function confirm(price: string) {
    if (compare(price, standing) === 0) return leave();
    setIsPending(true);
    try {
      await onMoveOrder(line.orderId, price);
      setSettled({ from: line.price, to: price });
      setDraft(null);
      view.moveOrder(line.key, price, false);
    } catch (error) {
      leave();
      toast.add({
        severity: "error",
        summary: i18n._("Order unchanged at {price}", { price: formatAmount(standing) }),
        detail: describeProblem(error),
      });
    } finally {
      setIsPending(false);
    }
  }

  return { price: draft ?? standing, isMoved: draft !== null, isPending, move, leave, confirm };
}
