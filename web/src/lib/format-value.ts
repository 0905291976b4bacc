import { compare, isZero, toFixed } from "./decimal";
import { groupDigits, trimZeros } from "./group-digits";

const THOUSANDS = ["", "K", "M", "B", "T"];
const MIN_COMPACT = "10000";
// The maximum of any coin.
const MAX_DECIMALS = 18;

/** Formats a value, rounded down to two decimals; a smaller value is shown as less than 0.01, not as zero. */
export function formatValue(value: string): string {
  if (compare(value, "0") > 0 && compare(value, "0.01") < 0) return "< 0.01";
  return groupDigits(toFixed(value, 2, "down"));
}

/** Formats a large number compactly, such as a day's volume: `485930721.5` is `485.9M`. */
export function formatCompact(figure: string): string {
  if (isZero(figure)) return "0";
  if (compare(figure, MIN_COMPACT) < 0) return formatValue(figure);
  return formatShort(figure);
}

/** Formats to a few significant digits: `1234567.89` is `1.235M`. */
export function formatShort(figure: string | number, digits = 4): string {
  const value = Number(figure);
  let step = Math.min(Math.max(Math.floor(magnitudeOf(value) / 3), 0), THOUSANDS.length - 1);
  // A number that rounds up to a thousand gets the next suffix.
  if (step < THOUSANDS.length - 1 && Math.abs(toDigits(value / 1000 ** step, digits)) >= 1000) step += 1;
  const part = toDigits(value / 1000 ** step, digits);
  const decimals = Math.min(Math.max(digits - 1 - magnitudeOf(part), 0), MAX_DECIMALS);
  return groupDigits(trimZeros(part.toFixed(decimals))) + THOUSANDS[step];
}

const toDigits = (value: number, digits: number) => Number(value.toPrecision(digits));

function magnitudeOf(value: number): number {
  return value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
}
