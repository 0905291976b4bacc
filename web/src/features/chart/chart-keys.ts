import type { KeyboardEvent } from "react";
import type { ChartView } from "./chart-view";

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
export function zoomByKey({ key }: KeyboardEvent, view: ChartView): boolean {
  if (key === "+" || key === "=") view.zoom(1 / ZOOM);
  else if (key === "-") view.zoom(ZOOM);
  else return false;
  return true;
}
