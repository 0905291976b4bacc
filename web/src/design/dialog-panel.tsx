import { Dialog as Base } from "@base-ui/react/dialog";
import { i18n } from "@lingui/core";
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { findFirstControl } from "./first-control";
import { IsFloating } from "./floating";
import { IconButton } from "./icon-button";

const AT_REST: Point = { x: 0, y: 0 };

interface Grip {
  box: Box;
  pointer: Point;
  shift: Point;
}

/** Makes an element draggable by a handle within the window. */
function useDrag(element: RefObject<HTMLElement | null>) {
  const [shift, setShift] = useState(AT_REST);
  const grip = useRef<Grip | null>(null);

  useEffect(() => {
    // A position in a larger window may be outside a smaller one.
    const returnToRest = () => setShift(AT_REST);
    window.addEventListener("resize", returnToRest);
    return () => window.removeEventListener("resize", returnToRest);
  }, []);

  function take(event: PointerEvent<HTMLElement>) {
    const isOnControl = event.target instanceof Element && event.target.closest("button, a, input");
    if (event.button !== 0 || isOnControl || !element.current) return;
    grip.current = {
      box: element.current.getBoundingClientRect(),
      pointer: { x: event.clientX, y: event.clientY },
      shift,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent<HTMLElement>) {
    const held = grip.current;
    if (!held) return;
    const wanted = { x: event.clientX - held.pointer.x, y: event.clientY - held.pointer.y };
    const allowed = clampShift(held.box, wanted, { width: window.innerWidth, height: window.innerHeight });
    setShift({ x: held.shift.x + allowed.x, y: held.shift.y + allowed.y });
  }

  function release() {
    grip.current = null;
  }

  return {
    shift,
    reset: () => setShift(AT_REST),
    handle: { onPointerDown: take, onPointerMove: move, onPointerUp: release, onPointerCancel: release },
  };
}

export interface DialogPanelProps {
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  closable?: boolean | undefined;
  maximizable?: boolean | undefined;
  draggable?: boolean | undefined;
  widthClass?: string | undefined;
}

/** The visible part of a dialog; mounted each time it opens, so position and size are reset. */
export function DialogPanel({
  title,
  children,
  footer,
  closable = true,
  maximizable = false,
  draggable = false,
  widthClass = "max-w-lg",
}: DialogPanelProps) {
  const popup = useRef<HTMLDivElement>(null);
  const [isMaximized, setMaximized] = useState(false);
  const drag = useDrag(popup);
  const canDrag = draggable && !isMaximized;

  function toggleSize() {
    drag.reset();
    setMaximized(!isMaximized);
  }

  return (
    <Base.Viewport
      className={classNames(
        "fixed inset-0 z-(--layer-dialog) flex items-center justify-center overflow-hidden",
        !isMaximized && "p-4",
      )}
    >
      <Base.Popup
        ref={popup}
        initialFocus={(openType) => (openType === "touch" ? popup.current : findFirstControl(popup.current))}
        style={{ translate: `${drag.shift.x}px ${drag.shift.y}px` }}
        className={classNames(
          "flex max-h-full w-full flex-col overflow-y-auto overscroll-contain border bg-deep text-ink shadow-float outline-none transition-[opacity,scale] data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0",
          isMaximized ? "h-full border-transparent" : `rounded-dialog border-line-strong ${widthClass}`,
        )}
      >
        <header
          {...(canDrag ? drag.handle : {})}
          className={classNames(
            "sticky top-0 z-1 flex items-start gap-1 bg-deep py-4 pe-4 ps-6",
            canDrag && "cursor-move touch-none select-none",
          )}
        >
          <Base.Title className="min-w-0 grow py-0.5 font-semibold text-20 wrap-anywhere">{title}</Base.Title>
          {maximizable && (
            <IconButton
              icon={isMaximized ? "minimize" : "maximize"}
              label={isMaximized ? i18n._("Restore") : i18n._("Maximize")}
              size="small"
              onClick={toggleSize}
            />
          )}
          {closable && <Base.Close render={<IconButton icon="x" label={i18n._("Close")} size="small" />} />}
        </header>
        <div className="grow px-6 pb-6 text-14 text-ink-2">
          <IsFloating value={true}>{children}</IsFloating>
        </div>
        {footer && (
          <footer className="sticky bottom-0 flex flex-wrap justify-end gap-3 border-line border-t bg-deep px-6 py-4">
            <IsFloating value={true}>{footer}</IsFloating>
          </footer>
        )}
      </Base.Popup>
    </Base.Viewport>
  );
}

interface Point {
  x: number;
  y: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

/**
 * Clamps a shift so that the box stays in view; a box larger than the view keeps its top left corner visible.
 */
export function clampShift(box: Box, shift: Point, view: Size): Point {
  return {
    x: clamp(shift.x, -box.left, view.width - box.right),
    y: clamp(shift.y, -box.top, view.height - box.bottom),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
