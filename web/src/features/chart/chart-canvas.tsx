import { i18n } from "@lingui/core";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import type { Pair } from "@/api/pairs";
import { intervalName } from "@/lib/interval-name";
import type { CandleFeed } from "./candle-feed";
import { describeCandle } from "./candle-text";
import type { ChartView } from "./chart-view";
import type { TimeAxis } from "./time-axis";

interface Walk {
  /** The index of the crosshair; null before the first step. */
  place: number | null;
  count: number;
}

const PAGE = 10;
const ZOOM = 1.25;

/** The bar that a key moves to; null for other keys. */
export function placeAfter(key: string, { place, count }: Walk): number | null {
  const last = count - 1;
  const from = place ?? last + 1;
  const to: Partial<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    PageUp: from - PAGE,
    PageDown: from + PAGE,
    Home: 0,
    End: last,
  };
  const wanted = to[key];
  return wanted === undefined || count === 0 ? null : Math.min(Math.max(wanted, 0), last);
}

/** Zooms with + and -; returns whether the key was one of them. */
function zoomByKey({ key }: KeyboardEvent, view: ChartView): boolean {
  if (key === "+" || key === "=") view.zoom(1 / ZOOM);
  else if (key === "-") view.zoom(ZOOM);
  else return false;
  return true;
}

interface ChartCanvasProps {
  host: RefObject<HTMLDivElement | null>;
  view: ChartView | null;
  feed: CandleFeed;
  pair: Pair;
  axis: TimeAxis;
}

/**
 * The element that the library draws in. For keyboards and screen readers it is a slider over the bars: each
 * step announces one bar and moves the crosshair.
 */
export function ChartCanvas({ host, view, feed, pair, axis }: ChartCanvasProps) {
  const hintId = useId();
  const [startMs, setStartMs] = useState<number | null>(null);
  // The announced values are those at focus: values that change all the time would be announced all the time.
  const [, setFocusedAt] = useState(0);
  const found = feed.candles.findIndex((candle) => candle.start_ms === startMs);
  const place = found < 0 ? null : found;
  const candle = feed.candles[place ?? feed.candles.length - 1];
  const last = feed.candles.length - 1;

  function walk(event: KeyboardEvent) {
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = placeAfter(event.key, { place, count: feed.candles.length });
    if (next !== null) {
      setStartMs(feed.candles[next]?.start_ms ?? null);
      view.pointAt(next);
    } else if (event.key === "Escape" && startMs !== null) leave();
    else if (!zoomByKey(event, view)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function leave() {
    if (startMs === null) return;
    setStartMs(null);
    view?.pointAt(null);
  }

  const names = { symbol: pair.symbol, interval: intervalName(feed.interval) };
  return (
    <>
      <div
        ref={host}
        role="slider"
        tabIndex={0}
        aria-label={i18n._("Price chart of {symbol}, {interval} candles", names)}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={place ?? Math.max(last, 0)}
        aria-valuetext={
          candle ? describeCandle(candle, pair, axis.describe(candle.start_ms)) : i18n._("No candles yet")
        }
        onKeyDown={walk}
        onFocus={() => setFocusedAt(performance.now())}
        onBlur={leave}
        className="absolute inset-0 -outline-offset-2"
      />
      <p id={hintId} hidden>
        {i18n._("Use the left and right arrow keys to move between candles, plus and minus to zoom.")}
      </p>
    </>
  );
}
