import { isDay, localDay } from "@/lib/day";

const TIME = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/;

/** A moment as typed: a day and a time of day in the viewer's time zone. */
export type Moment = { day: string; time: string };

export function momentOf(unixSeconds: number): Moment {
  const date = new Date(unixSeconds * 1000);
  const two = (part: number) => String(part).padStart(2, "0");
  return { day: localDay(date), time: `${two(date.getHours())}:${two(date.getMinutes())}` };
}

/** In Unix seconds; null while it is no valid moment. */
export function secondsOf({ day, time }: Moment): number | null {
  const [, hours, minutes] = TIME.exec(time.trim()) ?? [];
  if (!isDay(day) || !hours || !minutes) return null;
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return Math.floor(new Date(year, month - 1, date, Number(hours), Number(minutes)).getTime() / 1000);
}
