import { i18n } from "@lingui/core";
import type { Pair } from "@/api/pairs";
import { Skeleton } from "@/design/skeleton";
import { classNames } from "@/lib/class-names";
import { decimalsOfStep, formatFixed } from "@/lib/format-price";
import { columnSize } from "@/lib/pair-figures";
import type { BookRow, BookSide } from "./book-model";
import { BookLine } from "./book-row";
import { lineId } from "./use-book-pointer";

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
