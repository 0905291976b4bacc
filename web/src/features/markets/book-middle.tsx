import { i18n } from "@lingui/core";
import type { Pair } from "@/api/pairs";
import { classNames } from "@/lib/class-names";
import { priceOf } from "./figures";
import { useDirection } from "./use-direction";

type BookMiddleProps = {
  pair: Pair;
  last: string | null;
  spread: { price: string; basisPoints: number } | null;
};

const ARROWS = { up: "▲", down: "▼", none: "" };
const COLOURS = { up: "text-buy", down: "text-sell", none: "text-ink" };

/** Between the sides: what was paid last, and how far the sides are apart. */
export function BookMiddle({ pair, last, spread }: BookMiddleProps) {
  const direction = useDirection(last);
  return (
    <tr className="flex h-9 shrink-0 items-center justify-between gap-2 border-line border-y px-3 tabular-nums">
      <td className={classNames("whitespace-nowrap p-0 font-semibold text-14", COLOURS[direction])}>
        <span className="sr-only">{i18n._("Last price")} </span>
        {priceOf(pair, last)} <span aria-hidden="true">{ARROWS[direction]}</span>
      </td>
      {spread && (
        // What has no room goes to a second line, which is not seen.
        <td className="flex h-4 min-w-0 flex-wrap justify-end gap-x-1 overflow-hidden whitespace-nowrap p-0 text-12 text-ink-3 leading-4">
          <span>
            {i18n._("Spread {basisPoints} bps", {
              basisPoints: spread.basisPoints.toFixed(spread.basisPoints < 10 ? 2 : 0),
            })}
          </span>{" "}
          <span>· {priceOf(pair, spread.price)}</span>
        </td>
      )}
    </tr>
  );
}
