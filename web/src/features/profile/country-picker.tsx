import { i18n } from "@lingui/core";
import { useMemo } from "react";
import { type Control, Controller, type FieldPath, type FieldValues } from "react-hook-form";
import { Combobox } from "@/design/combobox";
import { listCountries } from "@/lib/countries";

type CountryPickerProps<Values extends FieldValues> = {
  name: FieldPath<Values>;
  control: Control<Values>;
};

/** A country field as ISO code; empty if none is chosen. */
export function CountryPicker<Values extends FieldValues>({ name, control }: CountryPickerProps<Values>) {
  const options = useMemo(
    () => listCountries(i18n.locale).map((country) => ({ value: country.code, label: country.name })),
    [],
  );
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Combobox
          options={options}
          value={value || null}
          onValueChange={(code) => onChange(code ?? "")}
          onBlur={onBlur}
          ref={ref}
          placeholder={i18n._("Type a country")}
        />
      )}
    />
  );
}
