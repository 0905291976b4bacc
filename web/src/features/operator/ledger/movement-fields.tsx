import { i18n } from "@lingui/core";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { AmountInput } from "@/design/amount-input";
import { Combobox } from "@/design/combobox";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import type { ListedCoin } from "./api";
import { HOUSE_ACCOUNTS, type ProposeValues } from "./propose";
import { purposeName } from "./texts";

type FormProps = { form: UseFormReturn<ProposeValues> };

/** Between which accounts of the exchange. */
export function HouseAccounts({ form }: FormProps) {
  const options = HOUSE_ACCOUNTS.map((value) => ({ value, label: purposeName(value) }));
  const sides = [
    { name: "source", label: i18n._("From account") },
    { name: "target", label: i18n._("To account") },
  ] as const;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {sides.map(({ name, label }) => (
        <Controller
          key={name}
          control={form.control}
          name={name}
          render={({ field, fieldState }) => (
            <Field label={label} error={fieldState.error?.message}>
              <Select
                ref={field.ref}
                options={options}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
      ))}
    </div>
  );
}

/** What is moved, and how much. */
export function CoinAndAmount({ form, coins }: FormProps & { coins: readonly ListedCoin[] }) {
  const chosen = useWatch({ control: form.control, name: "coin" });
  const decimals = coins.find(({ symbol }) => symbol === chosen)?.decimals ?? 8;
  return (
    <>
      <Controller
        control={form.control}
        name="coin"
        render={({ field, fieldState }) => (
          <Field label={i18n._("Coin")} error={fieldState.error?.message}>
            <Combobox
              ref={field.ref}
              options={coins.map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name }))}
              value={field.value || null}
              onValueChange={(coin) => field.onChange(coin ?? "")}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="amount"
        render={({ field: { onChange, ...field }, fieldState }) => (
          <Field label={i18n._("Amount")} error={fieldState.error?.message}>
            <AmountInput {...field} onValueChange={onChange} decimals={decimals} coin={chosen || undefined} />
          </Field>
        )}
      />
    </>
  );
}
