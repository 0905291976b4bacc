import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { createHotkeyHandler, isForField } from "@/design/use-hotkeys";

type View = {
  scale: number;
  /** The offset of the picture's centre from the frame's, in pixels. */
  x: number;
  y: number;
  /** Counterclockwise quarter turns. */
  turns: number;
};

type Point = { x: number; y: number };
type Size = { width: number; height: number };

export const WHOLE: View = { scale: 1, x: 0, y: 0, turns: 0 };
export const MAX_SCALE = 8;

/** Zooms by a factor around a fixed point (relative to the frame's centre). */
export function zoom(view: View, factor: number, frame: Size, at: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  const x = at.x - (at.x - view.x) * ratio;
  const y = at.y - (at.y - view.y) * ratio;
  return keepInside({ ...view, scale, x, y }, frame);
}

export function move(view: View, by: Point, frame: Size): View {
  return keepInside({ ...view, x: view.x + by.x, y: view.y + by.y }, frame);
}

/** Rotates counterclockwise around the frame's centre. */
export function turn(view: View, frame: Size): View {
  return keepInside({ ...view, turns: (view.turns + 1) % 4, x: view.y, y: -view.x }, frame);
}

/** Clamps the offset, so that the picture stays in its frame. */
function keepInside(view: View, frame: Size): View {
  const room = (length: number) => ((view.scale - 1) * length) / 2;
  return { ...view, x: within(view.x, room(frame.width)), y: within(view.y, room(frame.height)) };
}

function within(value: number, most: number): number {
  // Adding zero turns -0 into 0.
  return Math.min(most, Math.max(-most, value)) + 0;
}

const STEP = 1.5;
const WHEEL_STEP = 1.2;
const DOUBLE_CLICK_STEP = 3;
const KEY_MOVE = 60;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: KEY_MOVE, y: 0 },
  ArrowRight: { x: -KEY_MOVE, y: 0 },
  ArrowUp: { x: 0, y: KEY_MOVE },
  ArrowDown: { x: 0, y: -KEY_MOVE },
};

type Act = (view: View, frame: DOMRect) => View;
type Stage = { shown: () => View; show: (act: Act) => void };

/**
 * Zooms and pans a picture by wheel, double click, drag and keys; returns the view and the actions of the
 * buttons.
 */
export function useZoom(frame: RefObject<HTMLElement | null>) {
  const [view, setView] = useState(WHOLE);
  // A ref, because native listeners need the newest view before it is rendered.
  const newest = useRef(WHOLE);
  const stage = useMemo<Stage>(
    () => ({
      shown: () => newest.current,
      show(act) {
        if (!frame.current) return;
        newest.current = act(newest.current, frame.current.getBoundingClientRect());
        setView(newest.current);
      },
    }),
    [frame],
  );

  useEffect(() => {
    if (!frame.current) return;
    const listening = new AbortController();
    listenToPointer(frame.current, stage, listening.signal);
    listenToKeys(frame.current, stage, listening.signal);
    return () => listening.abort();
  }, [frame, stage]);

  return {
    view,
    zoomIn: () => stage.show((now, size) => zoom(now, STEP, size)),
    zoomOut: () => stage.show((now, size) => zoom(now, 1 / STEP, size)),
    turnLeft: () => stage.show(turn),
    showWhole: () => stage.show(() => WHOLE),
  };
}

function listenToPointer(frame: HTMLElement, { shown, show }: Stage, signal: AbortSignal): void {
  function turnWheel(event: WheelEvent) {
    // At minimum zoom the wheel scrolls the page.
    if (event.deltaY > 0 && shown().scale === 1) return;
    event.preventDefault();
    const factor = event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP;
    show((now, size) => zoom(now, factor, size, placeIn(size, event)));
  }

  function doubleClick(event: MouseEvent) {
    show((now, size) =>
      now.scale > 1
        ? { ...WHOLE, turns: now.turns }
        : zoom(now, DOUBLE_CLICK_STEP, size, placeIn(size, event)),
    );
  }

  function drag(event: PointerEvent) {
    if (event.buttons !== 1 || shown().scale === 1) return;
    frame.setPointerCapture(event.pointerId);
    show((now, size) => move(now, { x: event.movementX, y: event.movementY }, size));
  }

  // React's wheel listeners are passive and cannot prevent scrolling.
  frame.addEventListener("wheel", turnWheel, { signal, passive: false });
  frame.addEventListener("dblclick", doubleClick, { signal });
  frame.addEventListener("pointermove", drag, { signal });
  // Prevent the browser's native image drag.
  frame.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
}

/** Keys apply to the hovered picture, else to the focused one. */
function listenToKeys(frame: HTMLElement, { shown, show }: Stage, signal: AbortSignal): void {
  const picture = frame.closest("figure");
  const isForOther = () =>
    (document.querySelector("figure:has([data-zoom]):hover") ?? document.activeElement?.closest("figure")) !==
    picture;
  const canMove = () => shown().scale > 1 && picture?.contains(document.activeElement);
  const apply = (change: Act) => (event: KeyboardEvent) => {
    event.preventDefault();
    show(change);
  };
  const zoomIn = apply((now, size) => zoom(now, STEP, size));
  const moves = Object.entries(ARROWS).map(([key, by]) => {
    const moveBy = apply((now, size) => move(now, by, size));
    return [key, (event: KeyboardEvent) => canMove() && moveBy(event)];
  });
  const keys = {
    "+": zoomIn,
    "=": zoomIn,
    "-": apply((now, size) => zoom(now, 1 / STEP, size)),
    "0": apply(() => WHOLE),
    ...Object.fromEntries(moves),
  };

  // In the capture phase, before the page's shortcuts, which also use the arrows.
  const onKey = createHotkeyHandler(keys, (event) => isForOther() || isForField(event));
  document.addEventListener("keydown", onKey, { signal, capture: true });
}

function placeIn({ left, top, width, height }: DOMRect, { clientX, clientY }: MouseEvent) {
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
