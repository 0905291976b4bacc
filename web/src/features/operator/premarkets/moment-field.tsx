import { i18n } from "@lingui/core";
import { DateField } from "@/design/date-field";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import type { Moment } from "./moment";

interface MomentFieldProps {
  label: string;
  /** The accessible name of the time, which has no room for the whole label. */
  timeLabel: string;
  value: Moment;
  onChange: (moment: Moment) => void;
  error?: string | undefined;
}

/** A day and a time of day, in the viewer's time zone. */
export function MomentField({ label, timeLabel, value, onChange, error }: MomentFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
      <DateField
        label={label}
        value={value.day}
        onValueChange={(day) => onChange({ ...value, day })}
        error={error}
      />
      <Field label={i18n._("Time")}>
        <TextInput
          aria-label={timeLabel}
          inputMode="tel"
          autoComplete="off"
          placeholder="hh:mm"
          value={value.time}
          onChange={(event) => onChange({ ...value, time: event.target.value })}
        />
      </Field>
    </div>
  );
}
