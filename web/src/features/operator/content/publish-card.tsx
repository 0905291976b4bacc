import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { DateField } from "@/design/date-field";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { TextInput } from "@/design/text-input";
import { formatDateTime } from "@/lib/dates";
import { isDay } from "@/lib/day";
import { serverNow } from "@/lib/server-clock";
import type { Entry } from "./api";
import { EntryStatus } from "./entry-list";

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;

type PublishCardProps = {
  entry: Entry | null;
  isDirty: boolean;
  isPending: boolean;
  onSave: () => void;
  /** In Unix seconds; undefined publishes now. */
  onPublish: (at?: number) => void;
  onUnpublish: () => void;
};

/** The state of an entry, and what can be done with it. Publishing saves what was typed first. */
export function PublishCard(props: PublishCardProps) {
  const { entry, isDirty, isPending, onSave, onPublish, onUnpublish } = props;
  const [isScheduling, setIsScheduling] = useState(false);
  const isShown = entry !== null && (entry.live_version !== null || entry.scheduled_version !== null);

  return (
    <Card title={i18n._("Publication")}>
      <div className="flex flex-col gap-3">
        {entry ? (
          <PublicationFacts entry={entry} />
        ) : (
          <p className="text-13 text-ink-2">{i18n._("Not saved yet.")}</p>
        )}
        <Button pending={isPending} onClick={() => onPublish()}>
          {i18n._("Publish now")}
        </Button>
        <Button severity="secondary" disabled={isPending} onClick={() => setIsScheduling(true)}>
          {i18n._("Schedule")}
        </Button>
        <Button severity="secondary" disabled={isPending || !isDirty} onClick={onSave}>
          {i18n._("Save draft")}
        </Button>
        {isShown && (
          <Button severity="error" disabled={isPending} onClick={onUnpublish}>
            {entry.live_version === null ? i18n._("Cancel schedule") : i18n._("Unpublish")}
          </Button>
        )}
      </div>
      <Modal
        open={isScheduling}
        onClose={() => setIsScheduling(false)}
        title={i18n._("Schedule publication")}
      >
        <ScheduleForm
          onSchedule={(at) => {
            setIsScheduling(false);
            onPublish(at);
          }}
        />
      </Modal>
    </Card>
  );
}

function PublicationFacts({ entry }: { entry: Entry }) {
  return (
    <div className="flex flex-col gap-1.5 text-13 text-ink-2">
      <EntryStatus entry={entry} />
      {entry.published_at !== null && (
        <p>{i18n._("Published {time}", { time: formatDateTime(entry.published_at) })}</p>
      )}
      {entry.scheduled_at !== null && (
        <p>
          {i18n._("Version {number} goes live {time}", {
            number: entry.scheduled_version,
            time: formatDateTime(entry.scheduled_at),
          })}
        </p>
      )}
    </div>
  );
}

type ScheduleErrors = { day?: string; time?: string };

function ScheduleForm({ onSchedule }: { onSchedule: (at: number) => void }) {
  const [day, setDay] = useState("");
  const [time, setTime] = useState("");
  const [errors, setErrors] = useState<ScheduleErrors>({});
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

  function submit() {
    const faults = findScheduleFaults(day, time);
    setErrors(faults);
    if (!faults.day && !faults.time) onSchedule(secondsOf(day, time));
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label={i18n._("Day")} value={day} onValueChange={setDay} error={errors.day} />
        <Field
          label={i18n._("Time")}
          error={errors.time}
          hint={i18n._("Your time zone: {zone}", { zone: timeZone })}
        >
          <TextInput
            autoComplete="off"
            placeholder="hh:mm"
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        </Field>
      </div>
      <Button type="submit" fullWidth>
        {i18n._("Schedule")}
      </Button>
    </form>
  );
}

function findScheduleFaults(day: string, time: string): ScheduleErrors {
  if (!isDay(day)) return { day: i18n._("Enter a day.") };
  if (!TIME.test(time.trim())) return { time: i18n._("Enter a time such as 09:30.") };
  if (secondsOf(day, time) * 1000 <= serverNow()) return { time: i18n._("Choose a time in the future.") };
  return {};
}

/** A day and a time in the viewer's time zone, in Unix seconds. */
function secondsOf(day: string, time: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const [hours, minutes] = time.trim().split(":").map(Number);
  return Math.floor(new Date(year, month - 1, date, hours, minutes).getTime() / 1000);
}
