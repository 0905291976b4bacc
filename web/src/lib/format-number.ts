import { compare, isDecimal, isZero, multiply, scaleOf, toFixed } from "./decimal";

const RATE_DECIMALS = 4;
const THOUSANDS = ["", "K", "M", "B", "T"];
const MIN_COMPACT = "10000";
// The maximum of any coin.
const MAX_DECIMALS = 18;

/**
 * Formats a plain decimal with grouped thousands: `-1234567.50` is `-1,234,567.50`. Not by Intl.NumberFormat,
 * whose first use takes a tenth of a second on a phone.
 */
export function groupDigits(plain: string): string {
  const point = plain.indexOf(".");
  const end = point < 0 ? plain.length : point;
  return plain.slice(0, end).replace(/\B(?=(\d{3})+$)/g, ",") + plain.slice(end);
}

/** Formats an integer count. */
export function formatCount(count: number): string {
  return groupDigits(String(count));
}

/** Removes trailing zeros. */
export function trimZeros(plain: string): string {
  return plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
}

/** Formats with exactly this many decimals and grouped thousands; strings stay exact. */
export function formatFixed(figure: string | number, decimals: number): string {
  const isText = typeof figure === "string" && isDecimal(figure);
  return groupDigits(isText ? toFixed(figure, decimals, "nearest") : Number(figure).toFixed(decimals));
}

/** Formats a price; a dash before the first trade. */
export function formatPrice(price: string | null, decimals: number): string {
  return price === null ? "–" : formatFixed(price, decimals);
}

/** The decimals of multiples of a step: `0.50` has one, `10` none. */
export function decimalsOfStep(step: string): number {
  return scaleOf(trimZeros(step));
}

/** The decimals of a pair's prices, inferred from some of them. */
export function priceDecimals(prices: readonly (string | null)[]): number {
  return prices.reduce((most, price) => Math.max(most, price === null ? 0 : scaleOf(price)), 0);
}

/** Formats a plain decimal with grouped thousands, without rounding. */
export function formatAmount(amount: string): string {
  return groupDigits(trimZeros(amount));
}

/** Formats a rate as percent: `0.0025` is `0.25%`. */
export function formatRate(fraction: string | number): string {
  const isText = typeof fraction === "string" && isDecimal(fraction);
  const percent = isText ? multiply(fraction, "100") : Number(fraction) * 100;
  return `${trimZeros(formatFixed(percent, RATE_DECIMALS))}%`;
}

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
