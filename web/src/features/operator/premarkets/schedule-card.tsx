import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { mutationDialog } from "@/api/operator-dialogs";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { toast } from "@/design/toast";
import { serverSeconds } from "@/lib/server-clock";
import { type Premarket, useSchedule } from "./api";
import { type Moment, momentOf, secondsOf } from "./moment";
import { MomentField } from "./moment-field";

/** Opening now, and other times; one person suffices, because no money moves. */
export function ScheduleCard({ market }: { market: Premarket }) {
  const [isAsked, setAsked] = useState(false);
  if (market.status !== "upcoming" && market.status !== "open") return null;
  return (
    <Card title={i18n._("Schedule")}>
      <div className="flex flex-col gap-4">
        {market.status === "upcoming" && (
          <Button icon="play" fullWidth onClick={() => setAsked(true)}>
            {i18n._("Open now")}
          </Button>
        )}
        <TimesForm key={market.status} market={market} />
      </div>
      <OpenDialog market={market} open={isAsked} onClose={() => setAsked(false)} />
    </Card>
  );
}

function OpenDialog({ market, open, onClose }: { market: Premarket; open: boolean; onClose: () => void }) {
  const { symbol } = market;
  const { confirm, dialog } = mutationDialog({
    mutation: useSchedule(symbol),
    onClose,
    onSuccess: () => toast.success(i18n._("Pre-market of {symbol} opened", { symbol })),
  });
  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Open the pre-market of {symbol} now?", { symbol })}
      consequences={[i18n._("Clients can place orders within seconds.")]}
      confirmLabel={i18n._("Open now")}
      onConfirm={() => confirm({ opens_at: serverSeconds() })}
      {...dialog}
    />
  );
}

function TimesForm({ market }: { market: Premarket }) {
  const schedule = useSchedule(market.symbol);
  const [opens, setOpens] = useState<Moment>(() => momentOf(market.opens_at));
  const [closes, setCloses] = useState<Moment>(() => momentOf(market.closes_at));
  const [wasAttempted, setAttempted] = useState(false);
  const isUpcoming = market.status === "upcoming";
  const opensAt = secondsOf(opens);
  const closesAt = secondsOf(closes);
  const problemOf = (seconds: number | null) =>
    wasAttempted && seconds === null ? i18n._("Enter a date and a time.") : undefined;

  function save(event: FormEvent) {
    event.preventDefault();
    setAttempted(true);
    if (opensAt === null || closesAt === null) return;
    const times = isUpcoming ? { opens_at: opensAt, closes_at: closesAt } : { closes_at: closesAt };
    schedule.mutate(times, { onSuccess: () => toast.success(i18n._("Schedule saved")) });
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3">
      {isUpcoming && (
        <MomentField
          label={i18n._("Opens")}
          timeLabel={i18n._("Opening time")}
          value={opens}
          onChange={setOpens}
          error={problemOf(opensAt)}
        />
      )}
      <MomentField
        label={i18n._("Closes")}
        timeLabel={i18n._("Closing time")}
        value={closes}
        onChange={setCloses}
        error={problemOf(closesAt)}
      />
      {schedule.error && <Banner severity="error">{describeProblem(schedule.error)}</Banner>}
      <Button type="submit" severity="secondary" fullWidth pending={schedule.isPending}>
        {i18n._("Save times")}
      </Button>
    </form>
  );
}
