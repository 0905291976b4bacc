import { useState } from "react";
import { DateField } from "./date-field";
import { Field } from "./field";
import { Select } from "./select";

const ALL = "all";
const WIDTH = "w-36 grow sm:w-40 sm:grow-0";

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** The option without a filter, such as "Every coin". */
  everything: string;
  options: readonly { value: Value; label: string }[];
  /** Null means no filter. */
  value: Value | null;
  onChoose: (value: Value | null) => void;
}

/** A select of one value or all; filters on change. */
export function FilterChoice<Value extends string>(props: FilterChoiceProps<Value>) {
  const { label, everything, options, value, onChoose } = props;
  return (
    <Field label={label} className={WIDTH}>
      <Select
        size="small"
        options={[{ value: ALL, label: everything }, ...options]}
        value={value ?? ALL}
        onValueChange={(chosen) => onChoose(options.find((option) => option.value === chosen)?.value ?? null)}
      />
    </Field>
  );
}

interface FilterDayProps {
  label: string;
  /** `YYYY-MM-DD`, or an empty string. */
  value: string;
  onChoose: (day: string) => void;
}

/** A date filter; filters when a day is chosen, or on blur. */
export function FilterDay({ label, value, onChoose }: FilterDayProps) {
  const [draft, setDraft] = useState({ day: value, from: value });
  // The filter was changed from outside.
  if (draft.from !== value) setDraft({ day: value, from: value });

  return (
    <DateField
      label={label}
      className={WIDTH}
      size="small"
      value={draft.day}
      onValueChange={(day) => setDraft({ day, from: value })}
      onCommit={(day) => day !== value && onChoose(day)}
    />
  );
}
