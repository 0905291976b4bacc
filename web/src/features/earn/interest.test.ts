import { expect, test } from "vitest";
import { growthOf, interestOf, maturityOf, nextPayout, type Rates, startOfInterest } from "./interest";

const DAY = 86_400;
// 18.11.2026 10:00 UTC
const NOW = 1_794_996_000;
const flexible: Rates = { kind: "flexible", apr: "0.05", next_apr: null, term_days: null };
const locked: Rates = { kind: "locked", apr: "0.08", next_apr: null, term_days: 30 };

const of = (rates: Rates, amount: string, days: number, decimals = 6) =>
  interestOf(rates, { amount, days, decimals, now: NOW });

test("a year at 5% is 5%", () => {
  expect(of(flexible, "1000", 365)).toBe("50");
});

test("parts of a unit are rounded down once, not once a day", () => {
  // A day is 1.37 units: 30 days are 41.1 units, not 30.
  expect(of(flexible, "0.01", 30)).toBe("0.000041");
  expect(of(flexible, "0.01", 1)).toBe("0.000001");
});

test("interest is counted exactly where floating point would not be", () => {
  expect(of({ ...flexible, apr: "0.033333" }, "12345678.123456", 7)).toBe("7892.135403");
});

test("a flexible product follows a coming rate from its time on", () => {
  const rates = { ...flexible, next_apr: { apr: "0.1", from: NOW + 10 * DAY } };
  expect(of(rates, "876000", 20)).toBe("3600");
  expect(of(rates, "876000", 10)).toBe("1200");
});

test("a locked product pays for whole terms", () => {
  expect(of(locked, "365000", 29)).toBe("0");
  expect(of(locked, "365000", 30)).toBe("2400");
  expect(of(locked, "365000", 59)).toBe("2400");
  expect(of(locked, "365000", 60)).toBe("4800");
});

test("a locked term keeps the rate of its beginning, and the next one has the new rate", () => {
  const rates = { ...locked, next_apr: { apr: "0.04", from: NOW + 5 * DAY } };
  expect(of(rates, "365000", 30)).toBe("2400");
  expect(of(rates, "365000", 60)).toBe("3600");
});

test("interest counts from the first full hour", () => {
  expect(startOfInterest(NOW)).toBe(NOW);
  expect(startOfInterest(NOW + 1)).toBe(NOW + 3_600);
  expect(maturityOf(30, NOW + 1)).toBe(NOW + 3_600 + 30 * DAY);
});

test("the next payout is at midnight in UTC", () => {
  expect(nextPayout(NOW)).toBe(NOW + 14 * 3_600);
  expect(nextPayout(NOW + 14 * 3_600)).toBe(NOW + 38 * 3_600);
});

test("growth goes from nothing to the interest of the last day", () => {
  const points = growthOf(flexible, { amount: "1000", days: 365, decimals: 6, now: NOW });
  expect(points[0]).toEqual({ day: 0, interest: "0" });
  expect(points.at(-1)).toEqual({ day: 365, interest: "50" });
  expect(points).toHaveLength(121);
  expect(growthOf(flexible, { amount: "1000", days: 2, decimals: 6, now: NOW })).toHaveLength(3);
});
