import { i18n } from "@lingui/core";
import { useLayoutEffect, useState } from "react";
import type { Pair } from "@/api/pairs";
import { decimalsOfStep, formatFixed } from "@/lib/format-price";
import { formatCompact } from "@/lib/format-value";
import { averagePrice, type BookRow } from "./book-model";
import { priceOf } from "./figures";

type BookSumProps = {
  pair: Pair;
  row: BookRow;
  /** The id of the line it belongs to. */
  anchor: string;
};

const WIDTH = 208;
const GAP = 8;

/** What taking everything as far as a line would mean. It stands beside the book. */
export function DepthTooltip({ pair, row, anchor }: BookSumProps) {
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
      className="pointer-events-none fixed z-(--layer-popover) grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-control border border-line-strong bg-raised px-3 py-2 text-12 tabular-nums shadow-float [&>dd]:text-right [&>dt]:text-ink-2"
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
