import { i18n } from "@lingui/core";
import type { FormEvent } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { AmountField, PositionField } from "./amount-field";
import type { CoinValues } from "./coin-model";

type CoinFieldsProps = {
  form: UseFormReturn<CoinValues>;
  isNew: boolean;
  refusal: string | null;
  onSubmit: (event: FormEvent) => void;
};

export function CoinFields({ form, isNew, refusal, onSubmit }: CoinFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {isNew && <LastingFields form={form} />}
      <Field label={i18n._("Name")} error={errors.name?.message}>
        <TextInput autoComplete="off" {...register("name")} />
      </Field>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Field
          label={i18n._("Image")}
          optional
          hint={i18n._("A path on this site, such as /coins/btc.svg.")}
          error={errors.icon?.message}
        >
          <TextInput {...VERBATIM} {...register("icon")} />
        </Field>
        <PositionField control={form.control} />
      </div>
      <fieldset>
        <legend className="mb-2 font-semibold text-14 text-ink">{i18n._("Open to clients")}</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <Checkbox label={i18n._("Deposit")} error={errors.deposit?.message} {...register("deposit")} />
          <Checkbox label={i18n._("Withdrawal")} error={errors.withdraw?.message} {...register("withdraw")} />
          <Checkbox label={i18n._("Trading")} error={errors.trading?.message} {...register("trading")} />
        </div>
      </fieldset>
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <div className="flex justify-end">
        <Button type="submit" pending={formState.isSubmitting}>
          {isNew ? i18n._("List coin") : i18n._("Save")}
        </Button>
      </div>
    </form>
  );
}

/** Fields that cannot be changed once the coin is listed. */
function LastingFields({ form }: { form: CoinFieldsProps["form"] }) {
  const [decimals, symbol] = useWatch({ control: form.control, name: ["decimals", "symbol"] });
  return (
    <fieldset className="rounded-card border border-line p-4">
      <legend className="px-1 font-semibold text-14 text-ink">{i18n._("Can’t be changed later")}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <Field
          label={i18n._("Symbol")}
          hint={i18n._("For example, BTC.")}
          error={form.formState.errors.symbol?.message}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            {...form.register("symbol")}
          />
        </Field>
        <AmountField
          control={form.control}
          name="decimals"
          label={i18n._("Decimals")}
          hint={i18n._("Decimal places in the ledger, up to 8.")}
          decimals={0}
        />
        <div className="sm:col-span-2">
          <AmountField
            control={form.control}
            name="supply"
            label={i18n._("Supply")}
            hint={i18n._("Maximum on this exchange. Deposits beyond it are rejected.")}
            decimals={Number(decimals) || 0}
            unit={symbol.trim().toUpperCase() || undefined}
          />
        </div>
      </div>
    </fieldset>
  );
}
