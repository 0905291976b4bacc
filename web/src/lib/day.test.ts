import { afterEach, expect, test, vi } from "vitest";
import { addDays, addMonths, clampDay, isDay, localDay, startOfWeek, weeksOfMonth } from "./day";

afterEach(() => vi.unstubAllEnvs());

test.each(["2026-11-16", "2024-02-29", "1900-01-01"])("%s is a day", (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  "",
  "2026-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "11/16/26",
  "2026-11-16T00:00",
  "20261116",
])("%s is none", (text) => {
  expect(isDay(text)).toBe(false);
});

test("today is the viewer's", () => {
  const lateEvening = new Date(Date.UTC(2026, 10, 15, 23, 30));

  vi.stubEnv("TZ", "Asia/Tokyo");
  expect(localDay(lateEvening)).toBe("2026-11-16");

  vi.stubEnv("TZ", "America/New_York");
  expect(localDay(lateEvening)).toBe("2026-11-15");
});

test("days go on over months, years and changes of the clocks", () => {
  vi.stubEnv("TZ", "Europe/Berlin");

  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2024-03-01", -1)).toBe("2024-02-29");
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
});

test("a month that is too short ends on its last day", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  expect(addMonths("2024-02-29", 12)).toBe("2025-02-28");
  expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
});

test("a day outside of a range becomes its nearest end", () => {
  expect(clampDay("2026-01-01", "2026-02-01", "2026-03-01")).toBe("2026-02-01");
  expect(clampDay("2026-02-10", "2026-02-01", "2026-03-01")).toBe("2026-02-10");
  expect(clampDay("2026-04-01", "2026-02-01", "2026-03-01")).toBe("2026-03-01");
});

test("a week begins on Sunday or on the day that is asked for", () => {
  expect(startOfWeek("2026-11-16", 0)).toBe("2026-11-15");
  expect(startOfWeek("2026-11-15", 0)).toBe("2026-11-15");
  expect(startOfWeek("2026-11-15", 1)).toBe("2026-11-09");
});

test("a month has the weeks that its days are in", () => {
  const weeks = weeksOfMonth("2026-11-16", 0);

  expect(weeks).toHaveLength(5);
  expect(weeks[0]?.[0]).toBe("2026-11-01");
  expect(weeks.at(-1)?.at(-1)).toBe("2026-12-05");
  expect(weeksOfMonth("2026-08-16", 0)).toHaveLength(6);
  expect(weeksOfMonth("2026-02-16", 0)).toHaveLength(4);
  expect(weeksOfMonth("2026-11-16", 1)[0]?.[0]).toBe("2026-10-26");
});
