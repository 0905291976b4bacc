import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { LIMITS, type Panel } from "./layout-model";

type ResizeHandleProps = {
  panel: Panel;
  label: string;
  /** The panel whose start edge the handle is at. */
  target: RefObject<HTMLElement | null>;
  onResize: (panel: Panel, size: number | null) => void;
};

const STEP = 16;

/** The resize handle of a panel: dragged, or moved by arrow keys; a double click or Enter resets the size. */
export function ResizeHandle({ panel, label, target, onResize }: ResizeHandleProps) {
  const isRow = panel === "bottom" || panel === "tape";
  const drag = useRef<{ from: number; size: number } | null>(null);
  const size = useSizeOf(target, isRow);
  const { least, most } = LIMITS[panel];
  const at = (event: PointerEvent) => (isRow ? event.clientY : event.clientX);

  function begin(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: at(event), size };
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (drag.current) onResize(panel, drag.current.size + drag.current.from - at(event));
  }

  function press(event: KeyboardEvent) {
    const [more, less] = isRow ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    const wanted: Record<string, number | null> = {
      [more]: size + STEP,
      [less]: size - STEP,
      Home: least,
      End: most,
      Enter: null,
    };
    const next = wanted[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onResize(panel, next);
  }

  return (
    <hr
      tabIndex={0}
      aria-label={label}
      aria-orientation={isRow ? "horizontal" : "vertical"}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={size}
      onPointerDown={begin}
      onPointerMove={move}
      onLostPointerCapture={() => {
        drag.current = null;
      }}
      onKeyDown={press}
      onDoubleClick={() => onResize(panel, null)}
      className={classNames(
        "absolute z-2 m-0 touch-none border-0 bg-clip-content outline-none transition-colors hover:bg-line-strong focus-visible:bg-accent active:bg-accent",
        isRow
          ? "inset-x-0 -top-1 h-2 cursor-row-resize py-[3px]"
          : "inset-y-0 -left-1 h-auto w-2 cursor-col-resize px-[3px]",
      )}
    />
  );
}

/** The current size of the panel. */
function useSizeOf(target: RefObject<HTMLElement | null>, isRow: boolean): number {
  const [size, setSize] = useState(0);
  useEffect(() => {
    if (!target.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.target.getBoundingClientRect();
      if (box) setSize(Math.round(isRow ? box.height : box.width));
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, isRow]);
  return size;
}
