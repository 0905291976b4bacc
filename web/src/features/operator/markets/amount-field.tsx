import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { type Control, Controller, type FieldPathByValue, type FieldValues } from "react-hook-form";
import { AmountInput } from "@/design/amount-input";
import { Field } from "@/design/field";

interface AmountFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPathByValue<Values, string>;
  label: string;
  hint?: ReactNode;
  /** The unit: a coin, or %. */
  unit?: string | undefined;
  decimals: number;
}

/** A number input of a form with its unit. */
export function AmountField<Values extends FieldValues>(props: AmountFieldProps<Values>) {
  const { control, name, label, hint, unit, decimals } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { onChange, ...field }, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message}>
          <AmountInput {...field} onValueChange={onChange} decimals={decimals} coin={unit} />
        </Field>
      )}
    />
  );
}

interface PositionFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  label?: string;
}

/** The place of a coin or pair in lists. */
export function PositionField<Values extends FieldValues & { position: string }>(
  props: PositionFieldProps<Values>,
) {
  const { control, label = i18n._("Sort order") } = props;
  return (
    <AmountField
      control={control}
      name={"position" as FieldPathByValue<Values, string>}
      label={label}
      hint={i18n._("Lowest comes first.")}
      decimals={0}
    />
  );
}
