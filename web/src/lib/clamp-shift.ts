export interface Point {
  x: number;
  y: number;
}

export interface Box {
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
