import { formatChange } from "./format-number";

export type ChangeDirection = "up" | "down" | "none";

export interface ReadableChange {
  direction: ChangeDirection;
  /** Without a sign; see `direction`. */
  percent: string;
}

/** Parses a ratio ("0.018" is 1.80%). A change that rounds to zero has no direction. */
export function readChange(ratio: string): ReadableChange {
  const value = Number(ratio);
  const percent = formatChange(Math.abs(value));
  if (percent === formatChange(0)) return { direction: "none", percent };
  return { direction: value > 0 ? "up" : "down", percent };
}
