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

export function timeAxis(interval: Interval, now = new Date()): TimeAxis {
  const hasTime = LENGTH_MS[interval] < DAY_MS;
  const hasSeconds = interval === "1s";
  const offsetMs = hasTime ? offsetAt(now) : 0;
  const toMs = (time: number) => time * 1000 - offsetMs;

  return {
    toAxis: (ms) => ((ms + offsetMs) / 1000) as UTCTimestamp,
    toMs,
    hasTime,
    hasSeconds,
    describe(ms) {
      const iso = hasTime ? localIso(ms) : isoOf(ms);
      const date = `${dayOf(iso)}.${iso.slice(0, 4)}`;
      return hasTime ? `${date} ${clockOf(iso, hasSeconds)}` : date;
    },
    mark(time, kind) {
      const iso = isoOf(time * 1000);
      // In the order of the library's enum: year, month, day, time, time with seconds.
      if (kind === 0) return iso.slice(0, 4);
      if (kind === 1) return MONTHS[Number(iso.slice(5, 7)) - 1] ?? "";
      if (kind === 2) return dayOf(iso);
      return clockOf(localIso(toMs(time)), kind === 4);
    },
  };
}

// Creating an Intl.DateTimeFormat takes longer than all the rest of the axis.
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const offsetAt = (date: Date) => -date.getTimezoneOffset() * MINUTE_MS;

/** In UTC: `2026-11-15T09:30:00.000Z`. */
const isoOf = (ms: number) => new Date(ms).toISOString();

/** As `isoOf`, but in the viewer's time zone. */
const localIso = (ms: number) => isoOf(ms + offsetAt(new Date(ms)));

const dayOf = (iso: string) => `${iso.slice(8, 10)}.${iso.slice(5, 7)}`;

const clockOf = (iso: string, withSeconds: boolean) => iso.slice(11, withSeconds ? 19 : 16);
