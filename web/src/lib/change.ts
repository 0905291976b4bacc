export type ChangeDirection = "up" | "down" | "none";

export interface ReadableChange {
  direction: ChangeDirection;
  /** Without a sign: the direction carries it. */
  percent: string;
}

const PERCENT = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Reads a ratio ("0.018" is 1.80%). What rounds to nothing has no direction. */
export function readChange(ratio: string): ReadableChange {
  const value = Number(ratio);
  const percent = PERCENT.format(Math.abs(value));
  if (percent === PERCENT.format(0)) return { direction: "none", percent };
  return { direction: value > 0 ? "up" : "down", percent };
}
