import { i18n } from "@lingui/core";
import { type KeyboardEvent, type PointerEvent, type Ref, useLayoutEffect, useRef, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import type { Pair } from "@/api/pairs";
import { steppedAmount } from "@/design/amount-text";
import { Icon } from "@/design/icon";
import { toast } from "@/design/toast";
import { classNames } from "@/lib/class-names";
import { compare, isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { snapToTick } from "./candle-text";
import { lineLabel, type OrderLine } from "./chart-orders";
import type { ChartView } from "./chart-view";

interface OrderHandleProps {
  view: ChartView;
  line: OrderLine;
  pair: Pair;
  onMoveOrder: (id: number, price: string) => Promise<void>;
  /** Whether this handle has the tab stop (roving tabindex). */
  isReachable: boolean;
  onFocus: () => void;
  /** Called with the price of the line. */
  onPrice: (key: string, price: string) => void;
  ref: Ref<HTMLDivElement>;
}

const LARGE_STEP = 10;
const MIN_DRAG_PIXELS = 3;

/** The handle of an order's line: dragged, or moved with the arrow keys. */
export function OrderHandle({
  view,
  line,
  pair,
  onMoveOrder,
  isReachable,
  onFocus,
  onPrice,
  ref,
}: OrderHandleProps) {
  const { price, isMoved, isPending, move, leave, confirm } = useOrderMove(view, line, onMoveOrder);
  const dragged = useRef<{ beginY: number; shift: number; price: string | null } | null>(null);
  const canMove = line.canMove && !isPending;

  useLayoutEffect(() => onPrice(line.key, price), [onPrice, line.key, price]);

  function revert() {
    dragged.current = null;
    leave();
  }

  function take(event: PointerEvent<HTMLDivElement>) {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!canMove || event.button !== 0 || !frame) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    const shift = event.clientY - (top + height / 2 - frame.top);
    dragged.current = { beginY: event.clientY, shift, price: null };
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    const held = dragged.current;
    // A movement of a pixel or two is a tap, not a drag.
    if (!held || (held.price === null && Math.abs(event.clientY - held.beginY) < MIN_DRAG_PIXELS)) return;
    const wanted = view.priceAt(event.clientY - held.shift);
    if (wanted === null) return;
    held.price = snapToTick(wanted, pair.tick_size);
    if (held.price !== price) move(held.price);
  }

  function release() {
    const next = dragged.current?.price ?? null;
    dragged.current = null;
    if (next !== null) void confirm(next);
  }

  function press(event: KeyboardEvent<HTMLDivElement>) {
    const steps = (STEPS[event.key] ?? 0) * (event.shiftKey ? LARGE_STEP : 1);
    if (steps !== 0 && canMove) {
      const next = steppedAmount(price, pair.tick_size, steps);
      move(isZero(next) ? pair.tick_size : next);
    } else if (event.key === "Enter" && isMoved && canMove) void confirm(price);
    else if (event.key === "Escape" && isMoved && !isPending) revert();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const texts = {
    label: lineLabel(line),
    quantity: `${formatAmount(line.quantity)} ${pair.base}`,
    price: `${formatAmount(price)} ${pair.quote}`,
  };
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={isReachable ? 0 : -1}
      aria-orientation="vertical"
      aria-label={i18n._("{label} {quantity}", texts)}
      aria-valuemin={0}
      aria-valuenow={Number(price)}
      aria-valuetext={isMoved ? i18n._("{price}. Press Enter to move the order", texts) : texts.price}
      aria-readonly={!line.canMove}
      aria-busy={isPending}
      data-key={line.key}
      title={i18n._("{label} {quantity} at {price}", texts)}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={revert}
      onKeyDown={press}
      onFocus={onFocus}
      onBlur={() => isMoved && !isPending && !dragged.current && revert()}
      className={classNames(
        "group pointer-events-auto absolute top-0 left-0 -mt-3 flex h-6 touch-none select-none items-center gap-1.5 rounded-control border whitespace-nowrap bg-deep px-1.5 text-12 tabular-nums focus:z-1",
        line.side === "buy" ? "border-buy text-buy" : "border-sell text-sell",
        line.canMove ? "cursor-ns-resize" : "cursor-default",
      )}
    >
      {line.canMove && (
        <Icon
          name={isPending ? "loader-circle" : "grip-vertical"}
          size={12}
          className={isPending ? "motion-safe:animate-spin" : undefined}
        />
      )}
      <span className="font-medium">{texts.label}</span>
      {/* Short while the price is out of view, so that many fit at the edge. */}
      <span className={classNames("text-ink", !isMoved && "group-data-outside:hidden")}>
        {isMoved ? formatAmount(price) : formatAmount(line.quantity)}
      </span>
    </div>
  );
}

const STEPS: Partial<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: LARGE_STEP,
  PageDown: -LARGE_STEP,
};

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
function useOrderMove(
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
