import { i18n } from "@lingui/core";
import { compare, isZero, scaleOf, toFixed } from "./decimal";

type Options = Intl.NumberFormatOptions;

const MIN_COMPACT = "10000";
// The maximum of any coin.
const MAX_DECIMALS = 18;

const AMOUNT: Options = { maximumFractionDigits: MAX_DECIMALS };
const RATE: Options = { style: "percent", maximumFractionDigits: 4 };
const CHANGE: Options = { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 };
/** By the number of decimals. */
const FIXED: Options[] = [];
/** By the number of significant digits. */
const SHORT: Options[] = [];

let locale = "";
/** Of the locale. The first of them takes tens of milliseconds, the others less than one. */
const formats = new Map<Options, Intl.NumberFormat>();

/** In the locale of the texts. Decimal strings stay exact: they are not converted to floating point. */
function format(figure: string | number, options: Options): string {
  if (locale !== i18n.locale) {
    locale = i18n.locale;
    formats.clear();
  }
  let found = formats.get(options);
  if (!found) {
    found = new Intl.NumberFormat(locale, options);
    formats.set(options, found);
  }
  return found.format(figure as Intl.StringNumericLiteral);
}

/** Formats an integer count. */
export function formatCount(count: number): string {
  return format(count, AMOUNT);
}

/** Formats with exactly this many decimals. */
export function formatFixed(figure: string | number, decimals: number): string {
  FIXED[decimals] ??= { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return format(figure, FIXED[decimals]);
}

/** Formats a price; a dash before the first trade. */
export function formatPrice(price: string | null, decimals: number): string {
  return price === null ? "–" : formatFixed(price, decimals);
}

/** The decimals of multiples of a step: `0.50` has one, `10` none. */
export function decimalsOfStep(step: string): number {
  return scaleOf(step.includes(".") ? step.replace(/\.?0+$/, "") : step);
}

/** The decimals of a pair's prices, inferred from some of them. */
export function priceDecimals(prices: readonly (string | null)[]): number {
  return prices.reduce((most, price) => Math.max(most, price === null ? 0 : scaleOf(price)), 0);
}

/** Formats without rounding, and without trailing zeros. */
export function formatAmount(amount: string): string {
  return format(amount, AMOUNT);
}

/** Formats a rate as percent: `0.0025` is `0.25%`. */
export function formatRate(fraction: string | number): string {
  return format(fraction, RATE);
}

/** Formats a change as percent with two decimals: `0.018` is `1.80%`. */
export function formatChange(ratio: number): string {
  return format(ratio, CHANGE);
}

/** Formats a value, rounded down to two decimals; a smaller value is shown as less than 0.01, not as zero. */
export function formatValue(value: string): string {
  if (compare(value, "0") > 0 && compare(value, "0.01") < 0) return `< ${formatFixed("0.01", 2)}`;
  return formatFixed(toFixed(value, 2, "down"), 2);
}

/** Formats a large number compactly, such as a day's volume: `485930721.5` is `485.9M`. */
export function formatCompact(figure: string): string {
  if (isZero(figure)) return formatCount(0);
  if (compare(figure, MIN_COMPACT) < 0) return formatValue(figure);
  return formatShort(figure);
}

/** Formats to a few significant digits: `1234567.89` is `1.235M`. */
export function formatShort(figure: string | number, digits = 4): string {
  SHORT[digits] ??= {
    notation: "compact",
    maximumSignificantDigits: digits,
    useGrouping: true,
    // Zero has no sign.
    signDisplay: "negative",
  };
  return format(figure, SHORT[digits]);
}
