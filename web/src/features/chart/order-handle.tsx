import { i18n } from "@lingui/core";
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useLayoutEffect,
  useRef,
} from "react";
import type { Pair } from "@/api/pairs";
import { steppedAmount } from "@/design/amount-text";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import { classNames } from "@/lib/class-names";
import { isZero } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { MoveRisk } from "@/lib/move-risk";
import { snapToTick } from "./candle-text";
import { lineLabel, type MoveOrders, type OrderLine } from "./chart-orders";
import type { ChartView } from "./chart-view";
import { type OrderMove, useOrderMove } from "./use-order-move";

interface OrderHandleProps {
  view: ChartView;
  line: OrderLine;
  pair: Pair;
  moveOrders: MoveOrders;
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
  moveOrders,
  isReachable,
  onFocus,
  onPrice,
  ref,
}: OrderHandleProps) {
  const order = useOrderMove(view, line, moveOrders);
  const { price, isMoved, isPending, asked } = order;
  const { handlers, onBlur, revert } = useHandleInput(view, line, pair, order);
  const isAsking = asked !== null;
  // The buttons of a question change its width, and so its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => onPrice(line.key, price), [onPrice, line.key, price, isAsking]);

  const texts = textsOf(line, pair, price);
  return (
    <div
      data-handle
      className="pointer-events-auto absolute top-0 left-0 -mt-3 flex items-center gap-1 focus-within:z-1"
    >
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
        {...handlers}
        onBlur={onBlur}
        onFocus={onFocus}
        className={classNames(
          "group flex h-6 touch-none select-none items-center gap-1.5 rounded-control border whitespace-nowrap bg-deep px-1.5 text-12 tabular-nums",
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
      {asked !== null && (
        <MoveQuestion
          asked={asked}
          side={line.side}
          isPending={isPending}
          onConfirm={() => void order.confirm(price)}
          onBack={revert}
          onBlur={onBlur}
        />
      )}
    </div>
  );
}

/** Drags a handle, or moves it with the keys. */
function useHandleInput(view: ChartView, line: OrderLine, pair: Pair, order: OrderMove) {
  const { price, isMoved, isPending, move, leave, settle, confirm } = order;
  const dragged = useRef<{ beginY: number; shift: number; price: string | null } | null>(null);
  const canMove = line.canMove && !isPending;

  function revert() {
    dragged.current = null;
    leave();
  }

  function take(event: PointerEvent<HTMLDivElement>) {
    const frame = event.currentTarget.closest("fieldset")?.getBoundingClientRect();
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
    if (next !== null) settle(next);
  }

  function onBlur(event: FocusEvent) {
    // To the buttons of its question, or back from them.
    const { relatedTarget: next, currentTarget } = event;
    if (next instanceof Node && currentTarget.closest("[data-handle]")?.contains(next)) return;
    if (isMoved && !isPending && !dragged.current) revert();
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

  const handlers = {
    onPointerDown: take,
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: revert,
    onKeyDown: press,
  };
  return { handlers, onBlur, revert };
}

const textsOf = (line: OrderLine, { base, quote }: Pair, price: string) => ({
  label: lineLabel(line),
  quantity: `${formatAmount(line.quantity)} ${base}`,
  price: `${formatAmount(price)} ${quote}`,
});

interface MoveQuestionProps {
  asked: MoveRisk;
  side: OrderLine["side"];
  isPending: boolean;
  onConfirm: () => void;
  onBack: () => void;
  onBlur: (event: FocusEvent) => void;
}

/** Asks before an order is moved; the button says whether it would fill immediately. */
function MoveQuestion({ asked, side, isPending, onConfirm, onBack, onBlur }: MoveQuestionProps) {
  return (
    <>
      <Button size="small" pending={isPending} onClick={onConfirm} onBlur={onBlur}>
        {confirmLabel(asked, side)}
      </Button>
      <Button severity="secondary" size="small" disabled={isPending} onClick={onBack} onBlur={onBlur}>
        {i18n._("Back")}
      </Button>
    </>
  );
}

function confirmLabel(asked: MoveRisk, side: OrderLine["side"]): string {
  if (asked !== "fills") return i18n._("Confirm");
  return side === "buy" ? i18n._("Buy now") : i18n._("Sell now");
}

const STEPS: Partial<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: LARGE_STEP,
  PageDown: -LARGE_STEP,
};
