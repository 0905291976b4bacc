import type { TickMarkType, UTCTimestamp } from "lightweight-charts";
import { DAY_MS, type Interval, LENGTH_MS } from "./intervals";

/**
 * The library's time axis is in UTC. So that days start at local midnight, all times are shifted by the
 * current UTC offset; an offset per date would put two candles at the same time when daylight saving ends.
 * Hours are then formatted from the true time. Days and weeks are in UTC and labelled so.
 */
export interface TimeAxis {
  toAxis: (ms: number) => UTCTimestamp;
  toMs: (time: number) => number;
  /** The date, with the time where the interval is shorter than a day. */
  describe: (ms: number) => string;
  mark: (time: number, kind: TickMarkType) => string;
  hasTime: boolean;
  hasSeconds: boolean;
}

const MINUTE_MS = 60_000;

type Parts = { year: number; month: number; day: number; hours: number; minutes: number; seconds: number };

export function timeAxis(interval: Interval, now = new Date()): TimeAxis {
  const hasTime = LENGTH_MS[interval] < DAY_MS;
  const hasSeconds = interval === "1s";
  const offsetMs = hasTime ? -now.getTimezoneOffset() * MINUTE_MS : 0;
  const toMs = (time: number) => time * 1000 - offsetMs;
  const clock = ({ hours, minutes, seconds }: Parts, withSeconds: boolean) =>
    [hours, minutes, ...(withSeconds ? [seconds] : [])].map(twoDigits).join(":");

  return {
    toAxis: (ms) => ((ms + offsetMs) / 1000) as UTCTimestamp,
    toMs,
    hasTime,
    hasSeconds,
    describe(ms) {
      const parts = hasTime ? localParts(ms) : utcParts(ms);
      const date = [twoDigits(parts.day), twoDigits(parts.month), parts.year].join(".");
      return hasTime ? `${date} ${clock(parts, hasSeconds)}` : date;
    },
    mark(time, kind) {
      const parts = utcParts(time * 1000);
      // In the order of the library's enum: year, month, day, time, time with seconds.
      if (kind === 0) return String(parts.year);
      if (kind === 1) return MONTHS[parts.month - 1] ?? "";
      if (kind === 2) return `${twoDigits(parts.day)}.${twoDigits(parts.month)}`;
      return clock(localParts(toMs(time)), kind === 4);
    },
  };
}

// Creating an Intl.DateTimeFormat takes longer than all the rest of the axis.
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function localParts(ms: number): Parts {
  const date = new Date(ms);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hours: date.getHours(),
    minutes: date.getMinutes(),
    seconds: date.getSeconds(),
  };
}

function utcParts(ms: number): Parts {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
