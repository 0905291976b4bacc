import { i18n } from "@lingui/core";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Pair } from "@/api/pairs";
import { useElementSize } from "@/design/use-element-size";
import { useMedia } from "@/design/use-media";
import { classNames } from "@/lib/class-names";
import { decimalsOfStep, formatCompact, formatFixed } from "@/lib/format-number";
import { priceOf } from "@/lib/pair-figures";
import { useDepth } from "@/realtime/depth";
import {
  averagePrice,
  type BookRow,
  type BookSide,
  bookRows,
  groupPrice,
  groupSteps,
  spreadOf,
} from "./book-model";
import { BookHalf } from "./book-side";
import { BookToolbar } from "./book-toolbar";
import { setBookShape, setBookStep, useBookView } from "./book-view";
import { PanelHead } from "./panel-head";
import { type BookPick, lineId, useBookPointer } from "./use-book-pointer";
import { useDirection } from "./use-direction";

type BookSumProps = {
  pair: Pair;
  row: BookRow;
  /** The id of its row. */
  anchor: string;
};

const WIDTH = 208;
const GAP = 8;

/** Average price and totals of taking everything up to a row, shown beside the book. */
function DepthTooltip({ pair, row, anchor }: BookSumProps) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);

  useLayoutEffect(() => {
    const line = document.getElementById(anchor)?.closest("tr")?.getBoundingClientRect();
    if (!line) return;
    const left = line.left >= WIDTH + GAP ? line.left - WIDTH - GAP : line.right + GAP;
    const hasRoom = left >= 0 && left + WIDTH <= window.innerWidth;
    setPlace(hasRoom ? { left, top: Math.min(line.top - 24, window.innerHeight - 96) } : null);
  }, [anchor]);

  if (!place) return null;
  return (
    <dl
      style={{ ...place, width: WIDTH }}
      className="pointer-events-none fixed z-(--layer-popover) grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-control border border-line-strong bg-raised px-3 py-2 text-12 tabular-nums shadow-float [&>dd]:text-end [&>dt]:text-ink-2"
    >
      <dt>{i18n._("Average price")}</dt>
      <dd>{priceOf(pair, averagePrice(row, decimalsOfStep(pair.tick_size)))}</dd>
      <dt>{i18n._("Total")}</dt>
      <dd>
        {formatFixed(row.total, decimalsOfStep(pair.step_size))} {pair.base}
      </dd>
      <dt>{i18n._("Value")}</dt>
      <dd>
        {formatCompact(row.value)} {pair.quote}
      </dd>
    </dl>
  );
}

type BookMiddleProps = {
  pair: Pair;
  last: string | null;
  spread: { price: string; basisPoints: number } | null;
};

const ARROWS = { up: "▲", down: "▼", none: "" };
const COLOURS = { up: "text-buy", down: "text-sell", none: "text-ink" };

/** Between the sides: the last price and the spread. */
function BookMiddle({ pair, last, spread }: BookMiddleProps) {
  const direction = useDirection(last);
  return (
    <tr className="flex h-9 shrink-0 items-center justify-between gap-2 border-line border-y px-3 tabular-nums">
      <td className={classNames("whitespace-nowrap p-0 font-semibold text-14", COLOURS[direction])}>
        <span className="sr-only">{i18n._("Last price")} </span>
        {priceOf(pair, last)} <span aria-hidden="true">{ARROWS[direction]}</span>
      </td>
      {spread && (
        // What does not fit wraps to a second line, which is clipped.
        <td className="flex h-4 min-w-0 flex-wrap justify-end gap-x-1 overflow-hidden whitespace-nowrap p-0 text-12 text-ink-3 leading-4">
          <span>
            {i18n._("Spread {basisPoints} bps", {
              basisPoints: formatFixed(spread.basisPoints, spread.basisPoints < 10 ? 2 : 0),
            })}
          </span>{" "}
          <span>· {priceOf(pair, spread.price)}</span>
        </td>
      )}
    </tr>
  );
}

/** An open order of the client to be marked in the book. */
export type OwnOrder = { side: "buy" | "sell"; price: string | null; status: string };

type OrderBookProps = {
  pair: Pair;
  last: string | null;
  orders: readonly OwnOrder[];
  /** Called with the clicked price, or with the price and the cumulative quantity. */
  onPick: (pick: BookPick) => void;
  isTitled?: boolean;
};

const ROW_HEIGHT = 20;
/** A larger target for touch. */
const TOUCH_ROW_HEIGHT = 28;
const MAX_DENSE_HEIGHT = 18;
/** The headers and the middle. */
const FIXED_HEIGHT = 20 + 36;

export function OrderBook({ pair, last, orders, onPick, isTitled = true }: OrderBookProps) {
  const id = useId();
  const { status, bids, asks } = useDepth(pair.symbol);
  const { shape, steps: chosen } = useBookView();
  const steps = useMemo(() => groupSteps(pair.tick_size, last), [pair.tick_size, last]);
  const step = steps.find((value) => value === chosen[pair.symbol]) ?? steps[0] ?? pair.tick_size;
  const body = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(body, { width: 300, height: 400 });
  const wantedHeight = useMedia("(pointer: coarse)") ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
  const room = Math.max(height - FIXED_HEIGHT, 0) / (shape === "both" ? 2 : 1);
  const count = Math.max(1, Math.round(room / wantedHeight));
  // The rows fill the available height exactly.
  const rowHeight = Math.max(room / count, MAX_DENSE_HEIGHT);

  const rows = useMemo(
    () => ({
      bids: shape === "asks" ? [] : bookRows(bids, step, "bids", count),
      asks: shape === "bids" ? [] : bookRows(asks, step, "asks", count),
    }),
    [bids, asks, step, count, shape],
  );
  const longest = Math.max(Number(rows.bids.at(-1)?.total ?? 0), Number(rows.asks.at(-1)?.total ?? 0));
  const own = useOwnPrices(orders, step);
  const pointer = useBookPointer(id, rows, onPick);
  const halfOf = (side: BookSide) => ({
    side,
    rows: rows[side],
    ownPrices: own[side],
    reach: pointer.spot?.side === side ? pointer.spot.slot : -1,
    entry: pointer.entry.side === side ? pointer.entry.slot : -1,
  });
  const common = { id, pair, step, longest, rowHeight, isLoading: status === "loading" };

  return (
    <section aria-label={i18n._("Order book")} className="flex h-full min-h-0 flex-col">
      <PanelHead title={i18n._("Order book")} isTitled={isTitled} isStale={status === "stale"}>
        <BookToolbar
          shape={shape}
          onShape={setBookShape}
          steps={steps}
          step={step}
          onStep={(next) => setBookStep(pair.symbol, next)}
        />
      </PanelHead>
      <BestPrices pair={pair} bid={bids[0]?.[0]} ask={asks[0]?.[0]} />
      <div ref={body} className="flex min-h-0 grow flex-col">
        <table
          aria-label={i18n._("Prices and amounts")}
          {...pointer.handlers}
          className={classNames(
            "flex min-h-0 grow flex-col transition-[filter]",
            status === "stale" && "grayscale",
          )}
        >
          <BookHeads base={pair.base} quote={pair.quote} />
          {shape !== "bids" && <BookHalf {...common} {...halfOf("asks")} />}
          <tbody className="block shrink-0">
            <BookMiddle pair={pair} last={last} spread={spreadOf(bids[0]?.[0], asks[0]?.[0])} />
          </tbody>
          {shape !== "asks" && <BookHalf {...common} {...halfOf("bids")} />}
        </table>
      </div>
      {pointer.spot && pointer.row && (
        <DepthTooltip pair={pair} row={pointer.row} anchor={lineId(id, pointer.spot)} />
      )}
    </section>
  );
}

type BestPricesProps = { pair: Pair; bid: string | undefined; ask: string | undefined };

/** For screen readers, which would otherwise have to read both sides. */
function BestPrices({ pair, bid, ask }: BestPricesProps) {
  if (bid === undefined || ask === undefined) return null;
  const best = { bid: priceOf(pair, bid), ask: priceOf(pair, ask) };
  return <p className="sr-only">{i18n._("Best bid {bid}, best ask {ask}", best)}</p>;
}

function BookHeads({ base, quote }: { base: string; quote: string }) {
  return (
    <thead className="block shrink-0">
      <tr className="grid grid-cols-[1.1fr_1fr_1fr] gap-2 px-3 pb-1 text-12 text-ink-3 *:truncate *:p-0 *:font-normal">
        <th className="text-start">{i18n._("Price ({coin})", { coin: quote })}</th>
        {/* Wider than its column: there is room beside the previous heading. */}
        <th className="w-max max-w-[calc(100%+1.25rem)] justify-self-end">
          {i18n._("Amount ({coin})", { coin: base })}
        </th>
        <th className="text-end">{i18n._("Total")}</th>
      </tr>
    </thead>
  );
}

/** The prices at which the client has an order, by group. */
function useOwnPrices(orders: readonly OwnOrder[], step: string): Record<BookSide, ReadonlySet<string>> {
  return useMemo(() => {
    const own = { bids: new Set<string>(), asks: new Set<string>() };
    for (const { side, price, status } of orders) {
      if (price === null || status === "untriggered") continue;
      const half = side === "buy" ? "bids" : "asks";
      own[half].add(groupPrice(price, step, half));
    }
    return own;
  }, [orders, step]);
}
