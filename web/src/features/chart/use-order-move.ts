import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { toast } from "@/design/toast";
import { compare } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-amount";
import type { OrderLine } from "./chart-orders";
import type { ChartView } from "./chart-view";

interface OrderMove {
  /** Where the line stands: the order's price, or where it is being moved to. */
  price: string;
  isMoved: boolean;
  isPending: boolean;
  /** Moves the line alone; the order stays. */
  move: (price: string) => void;
  /** Puts the line back. */
  leave: () => void;
  /** Asks for the order's new price, which the caller gives because the last move may not be shown yet. */
  confirm: (price: string) => Promise<void>;
}

/** The life of one line that is moved: away from its order, confirmed or taken back. */
export function useOrderMove(
  view: ChartView,
  line: OrderLine,
  onMoveOrder: (id: number, price: string) => Promise<void>,
): OrderMove {
  const [draft, setDraft] = useState<string | null>(null);
  // The order itself follows a moment after the answer; until then its line stays where it was put.
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
