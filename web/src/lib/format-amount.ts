import { isDecimal, multiply } from "./decimal";
import { formatFixed } from "./format-price";
import { groupDigits, trimZeros } from "./group-digits";

const RATE_DECIMALS = 4;

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
