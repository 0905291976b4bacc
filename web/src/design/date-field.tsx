import { i18n } from "@lingui/core";
import { type ReactNode, useState } from "react";
import { isDay, localDay } from "@/lib/day";
import { formatDay, latestYearFor } from "@/lib/day-text";
import { DateInput, type DateInputProps } from "./date-input";
import { type DateOptions, withDateDefaults } from "./date-options";
import { Field } from "./field";

interface DateFieldProps extends DateInputProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What a form has to say comes before what the field finds itself. */
  error?: ReactNode;
  optional?: boolean | undefined;
  className?: string | undefined;
  /** Called with a day that can be chosen, or with nothing. */
  onCommit?: ((value: string) => void) | undefined;
}

/** A date with its label, which says by itself what is wrong with it once it has been left. */
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

/** What is wrong with a value, or null; nothing is wrong with an empty one. */
function findDateProblem(value: string, options: DateOptions): string | null {
  const { min, max, format } = withDateDefaults(options);
  if (value === "") return null;
  if (!isDay(value)) return i18n._("Enter the date as {format}.", { format });
  const write = (day: string) => formatDay(day, format, latestYearFor(max, localDay(new Date())));
  if (value < min) return i18n._("Enter {date} or a later date.", { date: write(min) });
  if (value > max) return i18n._("Enter {date} or an earlier date.", { date: write(max) });
  return null;
}
