import { i18n } from "@lingui/core";
import { type ReactNode, useState } from "react";
import { isDay } from "@/lib/day";
import { formatDay } from "@/lib/day-text";
import { DateInput, type DateInputProps, type DateOptions, withDateDefaults } from "./date-input";
import { Field } from "./field";

interface DateFieldProps extends DateInputProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The form's error takes precedence over the field's own validation. */
  error?: ReactNode;
  optional?: boolean | undefined;
  className?: string | undefined;
  /** Called with a valid day, or with an empty string. */
  onCommit?: ((value: string) => void) | undefined;
}

/** A date input with a label, which validates on blur. */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, optional, className, onCommit, ...input } = props;
  const [wasLeft, setLeft] = useState(false);
  const problem = wasLeft ? findDateProblem(props.value, props) : null;

  return (
    <Field label={label} hint={hint} error={error ?? problem} optional={optional} className={className}>
      <DateInput
        {...input}
        onValueChange={(value) => {
          setLeft(false);
          props.onValueChange(value);
        }}
        onCommit={(value) => {
          setLeft(true);
          if (findDateProblem(value, props) === null) onCommit?.(value);
        }}
      />
    </Field>
  );
}

/** The validation error of a value, or null; an empty value is valid. */
function findDateProblem(value: string, options: DateOptions): string | null {
  const { min, max, format } = withDateDefaults(options);
  if (value === "") return null;
  if (!isDay(value)) return i18n._("Enter the date as {format}.", { format });
  const write = (day: string) => formatDay(day, format);
  if (value < min) return i18n._("Enter {date} or a later date.", { date: write(min) });
  if (value > max) return i18n._("Enter {date} or an earlier date.", { date: write(max) });
  return null;
}
