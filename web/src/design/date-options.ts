import type { Day, Weekday } from "@/lib/day";
import type { DateFormat } from "@/lib/day-text";

export interface DateOptions {
  /** The first and the last day that can be chosen. */
  min?: Day | undefined;
  max?: Day | undefined;
  format?: DateFormat | undefined;
  /** The first day of the week; 0 is Sunday. */
  firstWeekday?: Weekday | undefined;
}

export function withDateDefaults(options: DateOptions) {
  const { min = "1900-01-01", max = "2099-12-31", format = "mm/dd/yy", firstWeekday = 0 } = options;
  return { min, max, format, firstWeekday };
}
