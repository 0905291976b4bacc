import { i18n } from "@lingui/core";
import { memo } from "react";
import type { Pair } from "@/api/pairs";
import { Skeleton } from "@/design/skeleton";
import { classNames } from "@/lib/class-names";
import { decimalsOfStep, formatFixed } from "@/lib/format-number";
import { columnSize } from "@/lib/pair-figures";
import type { BookRow, BookSide } from "./book-model";
import { lineId } from "./use-book-pointer";

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

const CELL = "relative overflow-hidden text-ellipsis whitespace-nowrap p-0 text-end";

/** One row of the book. Memoised, so that only changed rows re-render. */
const BookLine = memo(function BookLine(props: BookLineProps) {
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
            "absolute inset-y-px end-0 w-full origin-right rtl:origin-left",
            isBid ? "bg-buy/14" : "bg-sell/14",
          )}
        />
        {isOwn && (
          <span className="absolute start-1 top-1/2 size-1.5 -translate-y-1/2 rounded-full bg-accent">
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

type BookSideProps = {
  id: string;
  pair: Pair;
  side: BookSide;
  rows: readonly BookRow[];
  step: string;
  /** The total of a full-width bar. */
  longest: number;
  rowHeight: number;
  ownPrices: ReadonlySet<string>;
  /** The index of the hovered row on this side; -1 for none. */
  reach: number;
  /** The row with the tab stop; -1 if it is on the other side. */
  entry: number;
  isLoading: boolean;
};

type LinesProps = Omit<BookSideProps, "isLoading">;

/** One side of the book, its best price next to the middle. */
export function BookHalf({ isLoading, ...lines }: BookSideProps) {
  const isAsks = lines.side === "asks";
  return (
    <tbody
      className={classNames(
        "flex min-h-0 flex-1 overflow-hidden [contain:strict]",
        isAsks ? "flex-col-reverse" : "flex-col",
      )}
    >
      {isLoading && <LoadingLines height={lines.rowHeight} />}
      {!isLoading && lines.rows.length === 0 && (
        <tr className="grid grow place-items-center px-3 text-12 text-ink-3">
          <td>{isAsks ? i18n._("No asks") : i18n._("No bids")}</td>
        </tr>
      )}
      <Lines {...lines} />
    </tbody>
  );
}

function Lines({ id, pair, side, rows, step, longest, rowHeight, ownPrices, reach, entry }: LinesProps) {
  const priceDecimals = decimalsOfStep(step);
  const sizeDecimals = decimalsOfStep(pair.step_size);
  return rows.map((row, slot) => {
    const line = lineId(id, { side, slot });
    return (
      <BookLine
        key={line}
        id={line}
        side={side}
        slot={slot}
        height={rowHeight}
        price={formatFixed(row.price, priceDecimals)}
        quantity={columnSize(row.quantity, sizeDecimals)}
        total={columnSize(row.total, sizeDecimals)}
        share={longest > 0 ? Math.round((Number(row.total) / longest) * 100) : 0}
        isOwn={ownPrices.has(row.price)}
        isReached={slot <= reach}
        isEntry={slot === entry}
      />
    );
  });
}

function LoadingLines({ height }: { height: number }) {
  return [...Array(8).keys()].map((slot) => (
    <tr key={slot} style={{ height }} className="block shrink-0 px-3 py-0.5">
      <td className="block p-0">
        <Skeleton shape="text" lines={1} />
      </td>
    </tr>
  ));
}
