import { i18n } from "@lingui/core";
import { formatCountdown } from "./format-countdown";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Formats a long countdown with its two largest units: `3d 4h`, `4h 5m`, and minutes and seconds below. */
export function formatTimeLeft(seconds: number): string {
  if (seconds >= DAY) {
    return i18n._("{days}d {hours}h", {
      days: Math.floor(seconds / DAY),
      hours: Math.floor((seconds % DAY) / HOUR),
    });
  }
  if (seconds >= HOUR) {
    return i18n._("{hours}h {minutes}m", {
      hours: Math.floor(seconds / HOUR),
      minutes: Math.floor((seconds % HOUR) / 60),
    });
  }
  return formatCountdown(seconds);
}
