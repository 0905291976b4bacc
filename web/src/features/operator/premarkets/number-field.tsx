import type { ReactNode } from "react";
import { type Control, Controller, type FieldPathByValue } from "react-hook-form";
import { AmountInput } from "@/design/amount-input";
import { Field } from "@/design/field";
import type { PremarketValues } from "./new-premarket";

interface NumberFieldProps {
  control: Control<PremarketValues>;
  name: FieldPathByValue<PremarketValues, string>;
  label: string;
  hint?: ReactNode;
  unit?: string | undefined;
  decimals: number;
}

export function NumberField({ control, name, label, hint, unit, decimals }: NumberFieldProps) {
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
