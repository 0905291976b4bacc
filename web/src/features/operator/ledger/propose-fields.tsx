import { i18n } from "@lingui/core";
import type { FormEvent } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Combobox } from "@/design/combobox";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { RadioGroup } from "@/design/radio-group";
import { TextInput } from "@/design/text-input";
import type { ListedCoin } from "./api";
import type { ProposeValues, Purpose } from "./propose";

type ProposeFieldsProps = {
  form: UseFormReturn<ProposeValues>;
  kind: Purpose["kind"];
  coins: readonly ListedCoin[];
  refusal: string | null;
  onSubmit: (event: FormEvent) => void;
};

export function ProposeFields({ form, kind, coins, refusal, onSubmit }: ProposeFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {kind === "funding" ? (
        <p className="text-13">{i18n._("Records in the ledger that coins were added to the treasury.")}</p>
      ) : (
        <Field label={i18n._("Direction")} kind="group">
          <RadioGroup look="cards" options={directions()} {...register("direction")} />
        </Field>
      )}
      <CoinAndAmount form={form} coins={coins} />
      {kind === "funding" && (
        <Field
          label={i18n._("Received through")}
          hint={i18n._("A network or other source, such as bitcoin or bank.")}
          error={errors.network?.message}
        >
          <TextInput {...VERBATIM} {...register("network")} />
        </Field>
      )}
      <Field
        label={i18n._("Reason")}
        hint={i18n._("For the approver and the audit log.")}
        error={errors.reason?.message}
      >
        <TextInput autoComplete="off" {...register("reason")} />
      </Field>
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Propose")}
      </Button>
    </form>
  );
}

function directions() {
  return [
    {
      value: "give" as const,
      label: i18n._("Credit the client"),
      hint: i18n._("From the treasury, which needs the balance."),
    },
    {
      value: "take" as const,
      label: i18n._("Debit the client"),
      hint: i18n._("From the available balance into the treasury."),
    },
  ];
}

function CoinAndAmount({ form, coins }: Pick<ProposeFieldsProps, "form" | "coins">) {
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
