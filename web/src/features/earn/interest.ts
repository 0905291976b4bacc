import { fromUnits, toUnits } from "@/lib/decimal";
import type { EarnProduct } from "./api";

/** Interest as the server counts it: by full hours, a year of 8,760 of them, rounded down to the unit. */

const HOURS_A_DAY = 24;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = HOURS_A_DAY * HOUR_SECONDS;
// Rates have six decimals.
const RATE_DECIMALS = 6;
const YEAR_PARTS = 1_000_000n * 8_760n;

export type Rates = Pick<EarnProduct, "kind" | "apr" | "next_apr" | "term_days">;

/** What is asked of an estimate; `now` in seconds. */
export type Estimate = { amount: string; days: number; decimals: number; now: number };

/** When interest begins to count: the first full hour. In seconds, as all times here. */
export function startOfInterest(now: number): number {
  return Math.ceil(now / HOUR_SECONDS) * HOUR_SECONDS;
}

/** The next midnight in UTC, when flexible products pay. */
export function nextPayout(now: number): number {
  return (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS;
}

/** When a locked position ends that begins now. */
export function maturityOf(termDays: number, now: number): number {
  return startOfInterest(now) + termDays * DAY_SECONDS;
}

/** The rate that is valid at a time. */
export function rateAt({ apr, next_apr }: Pick<Rates, "apr" | "next_apr">, time: number): string {
  return next_apr && time >= next_apr.from ? next_apr.apr : apr;
}

/** The interest of a number of days. A locked product pays for whole terms only. */
export function interestOf(rates: Rates, { amount, days, decimals, now }: Estimate): string {
  const start = startOfInterest(now);
  const parts = rates.term_days
    ? partsOfTerms(rates, rates.term_days, days, start)
    : partsOfHours(rates, start, start + days * DAY_SECONDS);
  return fromUnits((toUnits(amount, decimals) * parts) / YEAR_PARTS, decimals);
}

/** Rate times hours, where a coming rate applies from its time on. */
function partsOfHours(rates: Rates, start: number, end: number): bigint {
  const { apr, next_apr } = rates;
  const change = next_apr ? Math.min(Math.max(next_apr.from, start), end) : end;
  return partsOf(apr, change - start) + (next_apr ? partsOf(next_apr.apr, end - change) : 0n);
}

/** Each term has the rate of its beginning. */
function partsOfTerms(rates: Rates, termDays: number, days: number, start: number): bigint {
  const seconds = termDays * DAY_SECONDS;
  let parts = 0n;
  for (let term = 0; term < Math.floor(days / termDays); term += 1) {
    parts += partsOf(rateAt(rates, start + term * seconds), seconds);
  }
  return parts;
}

function partsOf(rate: string, seconds: number): bigint {
  return toUnits(rate, RATE_DECIMALS) * BigInt(seconds / HOUR_SECONDS);
}

const MAX_STEPS = 120;

export type GrowthPoint = { day: number; interest: string };

/** The interest at evenly spread days, the first and the last among them. */
export function growthOf(rates: Rates, estimate: Estimate): GrowthPoint[] {
  const steps = Math.min(estimate.days, MAX_STEPS);
  return Array.from({ length: steps + 1 }, (_, index) => {
    const day = steps === 0 ? 0 : Math.round((index * estimate.days) / steps);
    return { day, interest: interestOf(rates, { ...estimate, days: day }) };
  });
}
