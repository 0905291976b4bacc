import { i18n } from "@lingui/core";
import { useEffect, useRef, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { toast } from "@/design/toast";
import { compare } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { MoveRisk } from "@/lib/move-risk";
import type { MoveOrders, OrderLine } from "./chart-orders";
import type { ChartView } from "./chart-view";

const UPDATE_MS = 5_000;

export interface OrderMove {
  /** The price of the line: the order's, or the one it is dragged to. */
  price: string;
  isMoved: boolean;
  isPending: boolean;
  /** Why the client has to confirm the price; null if nothing is asked. */
  asked: MoveRisk | null;
  /** Moves only the line, not the order. */
  move: (price: string) => void;
  /** Resets the line. */
  leave: () => void;
  /** Amends the order to a price, or asks first. */
  settle: (price: string) => void;
  /** Amends the order to a price, which the caller passes because the last move may not be rendered yet. */
  confirm: (price: string) => Promise<void>;
}

/** The state of one line while it is moved, confirmed or reset. */
export function useOrderMove(
  view: ChartView,
  line: OrderLine,
  { riskOf, move: amend }: MoveOrders,
): OrderMove {
  const [draft, setDraft] = useState<string | null>(null);
  const [asked, setAsked] = useState<MoveRisk | null>(null);
  const { standing, setSettled } = useStandingPrice(line);
  const [isPending, setIsPending] = useState(false);

  function move(price: string) {
    setDraft(price);
    setAsked(null);
    view.moveOrder(line.key, price, true);
  }

  function leave() {
    setDraft(null);
    setAsked(null);
    view.moveOrder(line.key, standing, false);
  }

  function settle(price: string) {
    const risk = riskOf(line.side, price);
    if (risk === "sure" || compare(price, standing) === 0) return void confirm(price);
    move(price);
    setAsked(risk);
  }

  async function confirm(price: string) {
    if (compare(price, standing) === 0) return leave();
    setIsPending(true);
    try {
      const isOpen = await amend(line.orderId, price);
      setSettled({ from: line.price, to: price });
      setDraft(null);
      setAsked(null);
      view.moveOrder(line.key, price, false);
      if (isOpen) showMoved(price, () => undo.current(standing));
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

  // The toast outlives the rendering in which the order was moved.
  const undo = useRef(settleBack);
  useEffect(() => {
    undo.current = settleBack;
  });

  /** Moves the order back without a question, unless the market has come that near, or may have. */
  function settleBack(price: string) {
    const risk = riskOf(line.side, price);
    if (risk === "fills" || risk === "stale") settle(price);
    else void confirm(price);
  }

  return {
    price: draft ?? standing,
    isMoved: draft !== null,
    isPending,
    asked,
    move,
    leave,
    settle,
    confirm,
  };
}

/** The order is updated a moment after the response; until then the line stays at the new price. */
function useStandingPrice(line: OrderLine) {
  const [settled, setSettled] = useState<{ from: string; to: string } | null>(null);
  // Any other price is newer than the move.
  if (settled && settled.from !== line.price) setSettled(null);

  useEffect(() => {
    if (!settled) return;
    const timer = setTimeout(() => setSettled(null), UPDATE_MS);
    return () => clearTimeout(timer);
  }, [settled]);

  return { standing: settled?.from === line.price ? settled.to : line.price, setSettled };
}

let lastToast: string | undefined;

function showMoved(price: string, onUndo: () => void): void {
  if (lastToast !== undefined) toast.remove(lastToast);
  const undo = () => {
    toast.remove(id);
    onUndo();
  };
  const id = toast.add({
    severity: "success",
    summary: i18n._("Order moved to {price}", { price: formatAmount(price) }),
    actions: [{ label: i18n._("Undo"), onPress: undo }],
  });
  lastToast = id;
}
