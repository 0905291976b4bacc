/** The lower bounds of the shades, as fractions. */
export const HEAT_STEPS = [0, 0.02, 0.05, 0.1] as const;

const RISING = ["bg-buy/14", "bg-buy/24", "bg-buy/34", "bg-buy/46"];
const FALLING = ["bg-sell/14", "bg-sell/24", "bg-sell/34", "bg-sell/46"];
const STILL = "bg-raised";

/** The shades from the largest fall to the largest rise. */
export const HEAT_SCALE = [...FALLING.toReversed(), STILL, ...RISING];

/** A change that rounds to zero has the neutral shade. */
const MIN_CHANGE = 0.00005;

export function heatShade(change: string): string {
  const size = Math.abs(Number(change));
  if (size < MIN_CHANGE) return STILL;
  const step = HEAT_STEPS.findLastIndex((least) => size >= least);
  return (Number(change) > 0 ? RISING : FALLING)[step] ?? STILL;
}
