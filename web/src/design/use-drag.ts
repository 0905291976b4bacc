import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Box, clampShift, type Point } from "@/lib/clamp-shift";

const AT_REST: Point = { x: 0, y: 0 };

interface Grip {
  box: Box;
  pointer: Point;
  shift: Point;
}

/** Lets an element be dragged by a handle; it never leaves the window. */
export function useDrag(element: RefObject<HTMLElement | null>) {
  const [shift, setShift] = useState(AT_REST);
  const grip = useRef<Grip | null>(null);

  useEffect(() => {
    // A place chosen in a larger window may lie outside a smaller one.
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
    const wished = { x: event.clientX - held.pointer.x, y: event.clientY - held.pointer.y };
    const allowed = clampShift(held.box, wished, { width: window.innerWidth, height: window.innerHeight });
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
