import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Banner } from "@/design/banner";
import { PageLink } from "@/design/page-link";
import { Progress } from "@/design/progress";
import { useCountdown } from "@/design/use-countdown";
import { formatDateTime } from "@/lib/dates";
import { formatAmount } from "@/lib/format-number";
import { type WithdrawalLimits, withdrawalLimitsQuery } from "./withdrawal-api";
import { holdReason } from "./withdrawal-texts";

const RETRY_MS = 5_000;

/** Why withdrawals are paused, and for how long. */
export function HoldBanner({ hold: { until, cause } }: { hold: NonNullable<WithdrawalLimits["hold"]> }) {
  const seconds = useCountdown(until * 1000);
  const minutes = Math.ceil(seconds / 60);
  useLimitsAfter(seconds === 0);
  return (
    <Banner severity="warn">
      <p>{holdReason(cause)}</p>
      <p className="mt-1 text-13 text-ink-2 tabular-nums">
        {minutes === 0
          ? i18n._("They resume any moment now.")
          : i18n._("They resume {time}, in {hours} h {minutes} min. This protects you from theft.", {
              time: formatDateTime(until),
              hours: Math.floor(minutes / 60),
              minutes: minutes % 60,
            })}
      </p>
    </Banner>
  );
}

/** The server decides whether a pause is over: it is asked until it says so. */
function useLimitsAfter(isOver: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isOver) return;
    const refetch = () => void cache.invalidateQueries(withdrawalLimitsQuery);
    refetch();
    const timer = setInterval(refetch, RETRY_MS);
    return () => clearInterval(timer);
  }, [isOver, cache]);
}

/** How much of the day's limit is used. */
export function DayLimit({ day: { limit, used, left, resets_at } }: { day: WithdrawalLimits["day"] }) {
  const share = Number(limit) > 0 ? Number(used) / Number(limit) : 1;
  return (
    <div className="flex flex-col gap-2">
      <Progress
        label={i18n._("Daily withdrawal limit")}
        value={share}
        valueText={i18n._("{left} of {limit} USDT left", {
          left: formatAmount(left),
          limit: formatAmount(limit),
        })}
        tone={share >= 1 ? "error" : share > 0.8 ? "warn" : "accent"}
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-12 text-ink-3">
        <span>{i18n._("Resets {time}", { time: formatDateTime(resets_at) })}</span>
        <PageLink to="/kyc-levels">{i18n._("Raise your limit")}</PageLink>
      </p>
    </div>
  );
}
