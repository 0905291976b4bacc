import { compare, isZero, round } from "./decimal";

const CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SHORT = { 3: shortFormat(3), 4: shortFormat(4) };
const LEAST_COMPACT = "10000";

/** What something is worth, to the hundredth below; what is worth less than one is not nothing. */
export function formatValue(value: string): string {
  if (compare(value, "0") > 0 && compare(value, "0.01") < 0) return "< 0.01";
  return CENTS.format(round(value, 2, "down") as `${number}`);
}

/** A figure of which only the size matters, such as a day's volume: `485930721.5` is `485.9M`. */
export function formatCompact(figure: string): string {
  if (isZero(figure)) return "0";
  if (compare(figure, LEAST_COMPACT) < 0) return formatValue(figure);
  return formatShort(figure);
}

/** A figure to a few digits, however large or small it is: `1234567.89` is `1.235M`. */
export function formatShort(figure: string | number, digits: keyof typeof SHORT = 4): string {
  return SHORT[digits].format(figure as `${number}`);
}

function shortFormat(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: digits });
}
