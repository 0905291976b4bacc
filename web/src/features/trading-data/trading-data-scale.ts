/** The viewBox, which is stretched to the available size. */
export const CHART_WIDTH = 1_000;
export const CHART_HEIGHT = 200;

export type Domain = readonly [least: number, most: number];

// Half of each is also a round label.
const ROUND_STEPS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** Rounds up to a round number. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = ROUND_STEPS.find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  // Powers of ten below one are not exact.
  return Number((step * power).toPrecision(6));
}

export function yOf(value: number, [least, most]: Domain): number {
  return rounded(CHART_HEIGHT * (1 - (value - least) / (most - least)));
}

/** The x coordinate of the centre of an item. */
export function xOf(place: number, count: number): number {
  return rounded(((place + 0.5) / count) * CHART_WIDTH);
}

/** The index of the item at a share (0 to 1) of the width. */
export function placeAt(share: number, count: number): number | null {
  if (count === 0 || !Number.isFinite(share)) return null;
  return Math.min(Math.max(Math.floor(share * count), 0), count - 1);
}

/** A line path through the values, interrupted where one is missing. */
export function linePath(values: readonly (number | null)[], domain: Domain): string {
  return values
    .map((value, place) => {
      if (value === null || isAlone(values, place)) return "";
      const isFirst = (values[place - 1] ?? null) === null;
      return `${isFirst ? "M" : "L"}${xOf(place, values.length)} ${yOf(value, domain)}`;
    })
    .join("");
}

/** Values without neighbours, drawn as dots. */
export function dotsPath(values: readonly (number | null)[], domain: Domain): string {
  return values
    .map((value, place) =>
      value === null || !isAlone(values, place)
        ? ""
        : `M${xOf(place, values.length)} ${yOf(value, domain)}h0`,
    )
    .join("");
}

function isAlone(values: readonly (number | null)[], place: number): boolean {
  return (values[place - 1] ?? null) === null && (values[place + 1] ?? null) === null;
}

/** A bar from zero to each value. */
export function barsPath(values: readonly (number | null)[], domain: Domain): string {
  const width = rounded((CHART_WIDTH / Math.max(values.length, 1)) * 0.6);
  const zero = yOf(0, domain);
  return values
    .map((value, place) => {
      if (value === null || value === 0) return "";
      const left = rounded(xOf(place, values.length) - width / 2);
      return `M${left} ${zero}V${yOf(value, domain)}h${width}V${zero}Z`;
    })
    .join("");
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
