export const INTERVALS = ["1s", "1m", "5m", "15m", "1h", "4h", "1d", "1w"] as const;

export type Interval = (typeof INTERVALS)[number];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
// 1 January 1970 was a Thursday, and weeks begin on Monday.
export const FIRST_MONDAY_MS = 4 * DAY_MS;

export const LENGTH_MS: Record<Interval, number> = {
  "1s": SECOND_MS,
  "1m": MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "1h": HOUR_MS,
  "4h": 4 * HOUR_MS,
  "1d": DAY_MS,
  "1w": WEEK_MS,
};

/** The start of the interval that contains a time; multiples of its length in UTC, as on the server. */
export function startOf(interval: Interval, atMs: number): number {
  const offset = interval === "1w" ? FIRST_MONDAY_MS : 0;
  return atMs - ((atMs - offset) % LENGTH_MS[interval]);
}
