import { i18n } from "@lingui/core";

type Interval = "1s" | "1m" | "5m" | "15m" | "1h" | "4h" | "1d" | "1w";

/** The length of a candle or period in words. */
export function intervalName(interval: Interval): string {
  switch (interval) {
    case "1s":
      return i18n._("1 second");
    case "1m":
      return i18n._("1 minute");
    case "5m":
      return i18n._("5 minutes");
    case "15m":
      return i18n._("15 minutes");
    case "1h":
      return i18n._("1 hour");
    case "4h":
      return i18n._("4 hours");
    case "1d":
      return i18n._("1 day");
    case "1w":
      return i18n._("1 week");
  }
}
