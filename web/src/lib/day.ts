/** A calendar day without a time zone, as `YYYY-MM-DD`; compares like a string. */
export type Day = string;

/** 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MS_PER_DAY = 86_400_000;
const DAYS_PER_WEEK = 7;

// Parsed and formatted as UTC, so that daylight saving time never shifts a day.
const fromMs = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Whether a text is a valid day. */
export function isDay(text: string): boolean {
  const ms = Date.parse(text);
  return DAY.test(text) && !Number.isNaN(ms) && fromMs(ms) === text;
}

/** The day in the viewer's time zone. */
export function localDay(date: Date): Day {
  return fromMs(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
}

export function addDays(day: Day, count: number): Day {
  return fromMs(Date.parse(day) + count * MS_PER_DAY);
}

/** The same day of another month, clamped to the month's last day. */
export function addMonths(day: Day, count: number): Day {
  const [year, month, dayOfMonth] = partsOf(day);
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0));
  return fromMs(lastOfMonth.setUTCDate(Math.min(dayOfMonth, lastOfMonth.getUTCDate())));
}

export function clampDay(day: Day, min: Day, max: Day): Day {
  if (day > max) return max;
  return day < min ? min : day;
}

export function startOfWeek(day: Day, firstWeekday: Weekday): Day {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday - firstWeekday + DAYS_PER_WEEK) % DAYS_PER_WEEK));
}

/** The seven days of the week that contains a day. */
export function weekOf(day: Day, firstWeekday: Weekday): Day[] {
  const first = startOfWeek(day, firstWeekday);
  return Array.from({ length: DAYS_PER_WEEK }, (_, index) => addDays(first, index));
}

/** The weeks that overlap the month of a day. */
export function weeksOfMonth(day: Day, firstWeekday: Weekday): Day[][] {
  const month = day.slice(0, 7);
  const weeks: Day[][] = [];
  let week = weekOf(`${month}-01`, firstWeekday);
  while (week.some((one) => one.startsWith(month))) {
    weeks.push(week);
    week = week.map((one) => addDays(one, DAYS_PER_WEEK));
  }
  return weeks;
}

/** Year, month from 1, day of the month. */
export function partsOf(day: Day): [year: number, month: number, dayOfMonth: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))];
}
