import { i18n } from "@lingui/core";

export type SortValue = string | number | bigint | boolean | null | undefined;
export type SortDirection = "ascending" | "descending";

let texts: { locale: string; collator: Intl.Collator } | null = null;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * A stable sorted copy. Decimal strings are compared exactly. Rows without a value come last in both
 * directions.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  readValue: (row: Row) => SortValue,
  direction: SortDirection,
): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows
    .map((row) => ({ row, value: readValue(row) ?? null }))
    .sort((left, right) => {
      if (left.value === null || right.value === null) {
        return Number(left.value === null) - Number(right.value === null);
      }
      return sign * compare(left.value, right.value);
    })
    .map(({ row }) => row);
}

function compare(left: NonNullable<SortValue>, right: NonNullable<SortValue>): number {
  if (typeof left === "string" && typeof right === "string") {
    return DECIMAL.test(left) && DECIMAL.test(right)
      ? compareDecimals(left, right)
      : compareTexts(left, right);
  }
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function compareDecimals(left: string, right: string): number {
  const places = Math.max(countPlaces(left), countPlaces(right));
  const difference = toUnits(left, places) - toUnits(right, places);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

function countPlaces(decimal: string): number {
  return decimal.split(".")[1]?.length ?? 0;
}

function toUnits(decimal: string, places: number): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

/** In the order of the language. */
function compareTexts(left: string, right: string): number {
  if (texts?.locale !== i18n.locale) {
    const collator = new Intl.Collator(i18n.locale, { numeric: true, sensitivity: "base" });
    texts = { locale: i18n.locale, collator };
  }
  return texts.collator.compare(left, right);
}
