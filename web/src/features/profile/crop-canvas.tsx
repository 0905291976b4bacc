import { i18n } from "@lingui/core";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { type Crop, drag } from "./crop";
import { paint } from "./draw-square";

const EDGE = 512;
const KEY_STEP = 0.05;
const KEY_MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

type CropCanvasProps = { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void };

/** The square as it will be seen; the picture under it is moved by pointer or arrow keys. */
export function CropCanvas({ picture, crop, onChange }: CropCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (canvas.current) paint(canvas.current, picture, crop);
  }, [picture, crop]);

  function follow(event: PointerEvent<HTMLButtonElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) onChange(drag(picture, crop, event.movementX / width, event.movementY / width));
  }

  function move(event: KeyboardEvent) {
    const step = KEY_MOVES[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(drag(picture, crop, ...step));
  }

  return (
    <button
      type="button"
      aria-label={i18n._("Photo: drag it, or use the arrow keys")}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={follow}
      onKeyDown={move}
      className="relative mx-auto block w-full max-w-72 cursor-move! touch-none select-none overflow-hidden rounded-card"
    >
      <canvas ref={canvas} width={EDGE} height={EDGE} className="block w-full" />
      {/* Everywhere else the picture is a circle. */}
      <span className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_999px_var(--mask)]" />
    </button>
  );
}
