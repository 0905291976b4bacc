import { i18n } from "@lingui/core";
import { memo } from "react";
import { classNames } from "@/lib/class-names";
import type { BookSide } from "./book-model";

type BookLineProps = {
  id: string;
  side: BookSide;
  /** The index from the best price. */
  slot: number;
  height: number;
  price: string;
  quantity: string;
  total: string;
  /** The bar's length in percent of the longest. */
  share: number;
  isOwn: boolean;
  /** Between the best price and the hovered row. */
  isReached: boolean;
  /** The only row with a tab stop (roving tabindex). */
  isEntry: boolean;
};

const CELL = "relative overflow-hidden text-ellipsis whitespace-nowrap p-0 text-right";

/** One row of the book. Memoised, so that only changed rows re-render. */
export const BookLine = memo(function BookLine(props: BookLineProps) {
  const { id, side, slot, height, price, quantity, total, share, isOwn, isReached, isEntry } = props;
  const isBid = side === "bids";
  return (
    <tr
      data-side={side}
      data-slot={slot}
      style={{ height }}
      className={classNames(
        "relative grid shrink-0 cursor-pointer grid-cols-[1.1fr_1fr_1fr] items-center gap-2 px-3 text-12 tabular-nums",
        isReached && "bg-line/60",
      )}
    >
      <td className="p-0">
        <span
          aria-hidden="true"
          style={{ transform: `scaleX(${share / 100})` }}
          className={classNames(
            "absolute inset-y-px right-0 w-full origin-right",
            isBid ? "bg-buy/14" : "bg-sell/14",
          )}
        />
        {isOwn && (
          <span className="absolute top-1/2 left-1 size-1.5 -translate-y-1/2 rounded-full bg-accent">
            <span className="sr-only">{i18n._("Your order")}</span>
          </span>
        )}
        <button
          id={id}
          type="button"
          tabIndex={isEntry ? 0 : -1}
          className={classNames(
            "relative block max-w-full overflow-hidden text-ellipsis whitespace-nowrap -outline-offset-1",
            isBid ? "text-buy" : "text-sell",
          )}
        >
          {price}
        </button>
      </td>
      <td data-part="size" className={classNames(CELL, "text-ink")}>
        {quantity}
      </td>
      <td data-part="size" className={classNames(CELL, "text-ink-2")}>
        {total}
      </td>
    </tr>
  );
});
