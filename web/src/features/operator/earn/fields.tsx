import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { type Control, Controller, type FieldPathByValue, type FieldValues } from "react-hook-form";
import { AmountInput } from "@/design/amount-input";
import { Field } from "@/design/field";

const PERCENT_DECIMALS = 4;

interface FigureFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPathByValue<Values, string>;
  label: string;
  hint?: ReactNode;
  unit?: string | undefined;
  decimals: number;
}

/** A number of a form with its unit. */
export function FigureField<Values extends FieldValues>(props: FigureFieldProps<Values>) {
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

type Bounds = { apr: string; min: string; max: string; quota: string };

interface BoundFieldsProps<Values extends FieldValues & Bounds> {
  control: Control<Values>;
  coin: string;
  decimals: number;
}

/** Rate, bounds and quota, which a new product and a changed one have in common. */
export function RateField<Values extends FieldValues & Bounds>({ control }: { control: Control<Values> }) {
  return (
    <FigureField
      control={control}
      name={"apr" as FieldPathByValue<Values, string>}
      label={i18n._("APR")}
      unit="%"
      decimals={PERCENT_DECIMALS}
    />
  );
}

export function BoundFields<Values extends FieldValues & Bounds>(props: BoundFieldsProps<Values>) {
  const { control, coin, decimals } = props;
  const bounds = [
    { name: "min", label: i18n._("Minimum") },
    { name: "max", label: i18n._("Maximum per client") },
    { name: "quota", label: i18n._("Quota of all clients") },
  ];
  return (
    <>
      {bounds.map(({ name, label }) => (
        <FigureField
          key={name}
          control={control}
          name={name as FieldPathByValue<Values, string>}
          label={label}
          unit={coin || undefined}
          decimals={decimals}
        />
      ))}
    </>
  );
}
