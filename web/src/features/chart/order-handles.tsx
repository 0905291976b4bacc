import { i18n } from "@lingui/core";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Pair } from "@/api/pairs";
import type { MoveOrders, OrderLine } from "./chart-orders";
import type { ChartView } from "./chart-view";
import { OrderHandle } from "./order-handle";
import { HALF_HEIGHT, placesOf } from "./order-places";

interface OrderHandlesProps {
  view: ChartView;
  lines: readonly OrderLine[];
  pair: Pair;
  /** The legend, which must not be covered. */
  legend: RefObject<HTMLElement | null>;
  moveOrders: MoveOrders;
}

/** The handles of all order lines. One tab stop; left and right move between them. */
export function OrderHandles({ view, lines, pair, legend, moveOrders }: OrderHandlesProps) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const handles = useRef(new Map<string, HTMLElement>());
  const prices = useRef(new Map<string, number>());
  const [focused, setFocused] = useState<string | null>(null);
  const reachable = lines.some(({ key }) => key === focused) ? focused : lines[0]?.key;

  const follow = useCallback(() => {
    // Handles report their prices before the frame is mounted.
    if (!frame.current) return;
    // Positioned imperatively: the scales move with every frame, and only these positions depend on them.
    const height = view.priceHeight();
    const standing = [...handles.current].map(([key, handle]) => {
      const y = view.yOf(prices.current.get(key) ?? 0) ?? height + 1;
      const isOutside = y < 0 || y > height;
      handle.toggleAttribute("data-outside", isOutside);
      return { place: handle.parentElement ?? handle, y, isOutside };
    });
    const places = placesOf(
      standing.map(({ place, y, isOutside }) => ({ y, isOutside, width: place.offsetWidth })),
      {
        width: frame.current.offsetWidth,
        top: HALF_HEIGHT + bottomOf(legend.current),
        bottom: Math.max(HALF_HEIGHT, height - HALF_HEIGHT),
      },
    );
    for (const [at, { x, y }] of places.entries())
      standing[at]?.place.style.setProperty("transform", `translate(${x}px, ${y}px)`);
  }, [view, legend]);
  useLayoutEffect(follow, [follow]);
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
    <fieldset
      ref={frame}
      onKeyDown={goOn}
      // Beside the price axis.
      className="pointer-events-none absolute inset-y-0 right-20 left-2 z-2"
    >
      <legend className="sr-only">
        {i18n._(
          "Your orders on the chart. Use up and down to move an order, left and right to select the next.",
        )}
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
          moveOrders={moveOrders}
          isReachable={line.key === reachable}
          onFocus={() => setFocused(line.key)}
          onPrice={keepPrice}
        />
      ))}
    </fieldset>
  );
}

function bottomOf(element: HTMLElement | null): number {
  return element ? element.offsetTop + element.offsetHeight : 0;
}
