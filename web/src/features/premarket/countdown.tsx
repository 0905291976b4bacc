import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { premarketKeys } from "@/api/keys";
import { useCountdown } from "@/design/use-countdown";
import { formatDateTime } from "@/lib/dates";
import { formatTimeLeft } from "@/lib/time-left";

/** The time left until a moment, with the moment itself as its title. */
export function TimeLeft({ until }: { until: number }) {
  const left = useCountdown(until * 1000);
  useRefetchAt(left === 0);
  return (
    <time
      dateTime={new Date(until * 1000).toISOString()}
      title={formatDateTime(until)}
      className="whitespace-nowrap tabular-nums"
    >
      {left === 0 ? i18n._("any moment") : formatTimeLeft(left)}
    </time>
  );
}

/** What the clock has changed is read again when the time is over. */
function useRefetchAt(isOver: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (isOver) void cache.invalidateQueries({ queryKey: premarketKeys.all });
  }, [isOver, cache]);
}
