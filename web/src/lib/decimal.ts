/** Exact arithmetic on plain decimals ("0.00000001", "-12.5"), as the API writes amounts, prices and rates. */

/** Towards zero, away from zero, or to the nearest with halves away from zero. */
export type Rounding = "down" | "up" | "nearest";

const PLAIN = /^-?\d+(\.\d+)?$/;

/** Whether a text is a valid decimal. */
export function isDecimal(text: string): boolean {
  return PLAIN.test(text);
}

/** The number of decimals. */
export function scaleOf(text: string): number {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

/**
 * The decimal as an integer in units of 10^-scale: `toUnits("1.5", 2)` is 150n. More decimals are rounded.
 */
export function toUnits(text: string, scale: number, rounding: Rounding = "down"): bigint {
  const own = scaleOf(text);
  const units = BigInt(own === 0 ? text : text.replace(".", ""));
  return own <= scale
    ? units * 10n ** BigInt(scale - own)
    : quotient(units, 10n ** BigInt(own - scale), rounding);
}

/** The decimal of an integer in units of 10^-scale, without trailing zeros. */
export function fromUnits(units: bigint, scale: number): string {
  const fixed = fixedFromUnits(units, scale);
  return scale === 0 ? fixed : fixed.replace(/\.?0+$/, "");
}

export function add(one: string, other: string): string {
  const scale = Math.max(scaleOf(one), scaleOf(other));
  return fromUnits(toUnits(one, scale) + toUnits(other, scale), scale);
}

export function subtract(from: string, what: string): string {
  const scale = Math.max(scaleOf(from), scaleOf(what));
  return fromUnits(toUnits(from, scale) - toUnits(what, scale), scale);
}

export function multiply(one: string, other: string): string {
  const scale = scaleOf(one) + scaleOf(other);
  return fromUnits(toUnits(one, scaleOf(one)) * toUnits(other, scaleOf(other)), scale);
}

/** The quotient with this many decimals. The divisor must not be zero. */
export function divide(what: string, by: string, scale: number, rounding: Rounding): string {
  const common = Math.max(scaleOf(what), scaleOf(by));
  const units = toUnits(what, common) * 10n ** BigInt(scale);
  return fromUnits(quotient(units, toUnits(by, common), rounding), scale);
}

/** Negative when the first is smaller, positive when it is larger. */
export function compare(one: string, other: string): number {
  if (one === other) return 0;
  const scale = Math.max(scaleOf(one), scaleOf(other));
  const difference = toUnits(one, scale) - toUnits(other, scale);
  return difference < 0n ? -1 : Number(difference > 0n);
}

export function isZero(text: string): boolean {
  return /^-?[0.]*$/.test(text);
}

export function lesser(one: string, other: string): string {
  return compare(one, other) <= 0 ? one : other;
}

export function greater(one: string, other: string): string {
  return compare(one, other) >= 0 ? one : other;
}

/** Rounds to at most this many decimals. */
export function round(text: string, scale: number, rounding: Rounding): string {
  return fromUnits(toUnits(text, scale, rounding), scale);
}

/** Rounds to a multiple of a step, such as a pair's `tick_size`. */
export function roundToStep(text: string, step: string, rounding: Rounding): string {
  const scale = Math.max(scaleOf(text), scaleOf(step));
  const stepUnits = toUnits(step, scale);
  return fromUnits(quotient(toUnits(text, scale), stepUnits, rounding) * stepUnits, scale);
}

/** Formats with exactly this many decimals, so that columns align. */
export function toFixed(text: string, scale: number, rounding: Rounding = "down"): string {
  return fixedFromUnits(toUnits(text, scale, rounding), scale);
}

function fixedFromUnits(units: bigint, scale: number): string {
  if (scale === 0) return units.toString();
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${units < 0n ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}

function quotient(units: bigint, by: bigint, rounding: Rounding): bigint {
  const whole = units / by;
  const rest = units % by;
  if (rest === 0n || rounding === "down") return whole;
  if (rounding === "nearest" && magnitude(rest) * 2n < magnitude(by)) return whole;
  return units < 0n === by < 0n ? whole + 1n : whole - 1n;
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}
