import { formatDateTime } from "@/lib/dates";
import type { Period } from "./trading-data-query";

/** The start of a period: in local time, but days in UTC. */
export function periodStart(startMs: number, period: Period): string {
  if (period !== "1d") return formatDateTime(startMs / 1000);
  const date = new Date(startMs);
  const digits = (value: number) => String(value).padStart(2, "0");
  return [digits(date.getUTCDate()), digits(date.getUTCMonth() + 1), date.getUTCFullYear()].join(".");
}

/** The same in short, for an axis. */
export function periodMark(startMs: number, period: Period): string {
  const text = periodStart(startMs, period);
  if (period === "1d") return text.slice(0, 5);
  return period === "4h" ? `${text.slice(0, 5)} ${text.slice(-5)}` : text.slice(-5);
}
