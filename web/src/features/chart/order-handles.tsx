import { i18n } from "@lingui/core";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Pair } from "@/api/pairs";
import type { OrderLine } from "./chart-orders";
import type { ChartView } from "./chart-view";
import { OrderHandle } from "./order-handle";

interface OrderHandlesProps {
  view: ChartView;
  lines: readonly OrderLine[];
  pair: Pair;
  onMoveOrder: (id: number, price: string) => Promise<void>;
}

const HALF_HEIGHT = 12;
const COLUMNS = 2;
const COLUMN_WIDTH = 112;

/** Orders whose prices are close share a height, but not a place. */
function besideEachOther<Place extends { y: number }>(places: readonly Place[]): (Place & { x: number })[] {
  let column = 0;
  let above = Number.NEGATIVE_INFINITY;
  return places
    .toSorted((one, other) => one.y - other.y)
    .map((place) => {
      column = place.y - above < 2 * HALF_HEIGHT ? (column + 1) % COLUMNS : 0;
      above = place.y;
      return { ...place, x: -column * COLUMN_WIDTH };
    });
}

/** The grips of all order lines. One tab stop leads to them; left and right go from one to the next. */
export function OrderHandles({ view, lines, pair, onMoveOrder }: OrderHandlesProps) {
  const handles = useRef(new Map<string, HTMLElement>());
  const prices = useRef(new Map<string, number>());
  const [focused, setFocused] = useState<string | null>(null);
  const reachable = lines.some(({ key }) => key === focused) ? focused : lines[0]?.key;

  const follow = useCallback(() => {
    // By hand: the scales move with every frame, and nothing but these places depends on them.
    const lowest = Math.max(HALF_HEIGHT, view.priceHeight() - HALF_HEIGHT);
    const places = [...handles.current].map(([key, handle]) => {
      const y = view.yOf(prices.current.get(key) ?? 0) ?? lowest;
      // A price outside of the view waits at its edge, so that it can still be reached.
      return { handle, y: Math.min(Math.max(y, HALF_HEIGHT), lowest) };
    });
    for (const { handle, x, y } of besideEachOther(places))
      handle.style.transform = `translate(${x}px, ${y}px)`;
  }, [view]);
  useEffect(() => view.onLayout(follow), [view, follow]);

  function goOn(event: KeyboardEvent) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const place = lines.findIndex(({ key }) => key === focused);
    const next = lines[(place + step + lines.length) % lines.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    event.stopPropagation();
    handles.current.get(next.key)?.focus();
  }

  const keepPrice = useCallback(
    (key: string, price: string) => {
      prices.current.set(key, Number(price));
      follow();
    },
    [follow],
  );

  return (
    <fieldset onKeyDown={goOn} className="pointer-events-none absolute inset-y-0 left-[55%] z-2">
      <legend className="sr-only">
        {i18n._("Your orders on the chart: arrows up and down move one, left and right go to the next")}
      </legend>
      {lines.map((line) => (
        <OrderHandle
          key={line.key}
          ref={(element) => {
            if (element) handles.current.set(line.key, element);
            else handles.current.delete(line.key);
          }}
          view={view}
          line={line}
          pair={pair}
          onMoveOrder={onMoveOrder}
          isReachable={line.key === reachable}
          onFocus={() => setFocused(line.key)}
          onPrice={keepPrice}
        />
      ))}
    </fieldset>
  );
}
