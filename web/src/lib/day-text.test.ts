import { expect, test } from "vitest";
import { type DateFormat, formatDay, latestYearFor, parseDay } from "./day-text";

test.each<[DateFormat, string]>([
  ["mm/dd/yyyy", "03/04/2026"],
  ["dd/mm/yyyy", "04/03/2026"],
  ["dd.mm.yyyy", "04.03.2026"],
  ["yyyy-mm-dd", "2026-03-04"],
])("a day as %s is written and read back", (format, text) => {
  expect(formatDay("2026-03-04", format)).toBe(text);
  expect(parseDay(text, format, 2046)).toBe("2026-03-04");
});

test.each([
  "3/4/26",
  "03/04/2026",
  " 03/04/26 ",
  "03-04-26",
  "3.4.2026",
  "3 4 26",
  "030426",
  "03042026",
  "2026-03-04",
])("%s means the same day", (text) => {
  expect(parseDay(text, "mm/dd/yyyy", 2046)).toBe("2026-03-04");
});

test.each([
  "",
  "3/4",
  "3/4/2",
  "3/4/202",
  "13/01/26",
  "02/29/26",
  "00/10/26",
  "3/4/26/1",
  "March 4",
  "/3/4/26",
  "0304",
])("%s means no day", (text) => {
  expect(parseDay(text, "mm/dd/yyyy", 2046)).toBeNull();
});

test("two digits mean the latest year that is possible", () => {
  expect(parseDay("12/10/85", "mm/dd/yyyy", 2026)).toBe("1985-12-10");
  expect(parseDay("12/10/26", "mm/dd/yyyy", 2026)).toBe("2026-12-10");
  expect(parseDay("12/10/27", "mm/dd/yyyy", 2026)).toBe("1927-12-10");
  expect(parseDay("12/10/27", "mm/dd/yyyy", 2046)).toBe("2027-12-10");
  expect(parseDay("12/10/00", "mm/dd/yyyy", 2026)).toBe("2000-12-10");
});

test("two digits look ahead only where a later day can be chosen", () => {
  expect(latestYearFor("2008-11-16", "2026-11-16")).toBe(2026);
  expect(latestYearFor("2026-11-16", "2026-11-16")).toBe(2026);
  expect(latestYearFor("2026-11-17", "2026-11-16")).toBe(2046);
});
