import { i18n } from "@lingui/core";
import { formatDateTime } from "@/lib/dates";
import { timeLeftText } from "./texts";
import { useNow } from "./use-now";

/** A time that comes, and how long until then. */
export function TimeLeft({ until }: { until: number }) {
  const left = until - useNow();
  return (
    <span className="tabular-nums">
      <time dateTime={new Date(until * 1000).toISOString()} className="whitespace-nowrap">
        {formatDateTime(until)}
      </time>{" "}
      <span className="block text-12 text-ink-3">
        {left > 0 ? i18n._("in {time}", { time: timeLeftText(left) }) : i18n._("Due now")}
      </span>
    </span>
  );
}
