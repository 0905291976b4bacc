import { type Day, isDay } from "./day";

/** The date format: month, day and year. */
export type DateFormat = "mm/dd/yyyy" | "dd/mm/yyyy" | "dd.mm.yyyy" | "yyyy-mm-dd";

const SEPARATORS = /[\s./-]+/;
const DIGITS_ALONE = /^\d{6}(\d{2})?$/;
const CENTURY = 100;
const YEARS_AHEAD = 20;

export function formatDay(day: Day, format: DateFormat): string {
  const [year = "", month = "", dayOfMonth = ""] = day.split("-");
  return format.replace("yyyy", year).replace("mm", month).replace("dd", dayOfMonth);
}

/**
 * Parses a day, or null. Accepts other separators and none, a pasted `YYYY-MM-DD`, and a year of two digits.
 *
 * @param latestYear the latest year that two digits can mean
 */
export function parseDay(text: string, format: DateFormat, latestYear: number): Day | null {
  const typed = text.trim();
  if (isDay(typed)) return typed;
  const order = [...format.replaceAll(/[^mdy]/g, "").replaceAll(/(.)\1+/g, "$1")];
  const values = DIGITS_ALONE.test(typed) ? splitDigits(typed, order) : typed.split(SEPARATORS);
  if (values.length !== order.length) return null;
  const partOf = (letter: string) => values[order.indexOf(letter)] ?? "";
  const day = [
    fullYear(partOf("y"), latestYear),
    partOf("m").padStart(2, "0"),
    partOf("d").padStart(2, "0"),
  ].join("-");
  return isDay(day) ? day : null;
}

function splitDigits(digits: string, order: readonly string[]): string[] {
  const yearLength = digits.length - 4;
  let at = 0;
  return order.map((part) => {
    const from = at;
    at += part === "y" ? yearLength : 2;
    return digits.slice(from, at);
  });
}

/** A two-digit year means the latest such year not after `latestYear`. */
function fullYear(digits: string, latestYear: number): string {
  if (!/^\d{2}$/.test(digits)) return digits;
  const year = latestYear - ((latestYear - Number(digits)) % CENTURY);
  return String(year);
}

/** The latest year that two digits can mean for days up to `max`: this year, or one of the next twenty. */
export function latestYearFor(max: Day, today: Day): number {
  const thisYear = Number(today.slice(0, 4));
  return max <= today ? thisYear : thisYear + YEARS_AHEAD;
}
