export type View = {
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
