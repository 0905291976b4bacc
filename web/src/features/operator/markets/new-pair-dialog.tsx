import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Dialog } from "@/design/dialog";
import { EmptyState } from "@/design/empty-state";
import { Field } from "@/design/field";
import { QueryView } from "@/design/query-view";
import { Select } from "@/design/select";
import { toast } from "@/design/toast";
import { AmountField, PositionField } from "./amount-field";
import { type Pair, useAddPair } from "./api";
import { coinsQuery } from "./coin-api";
import { pairStates } from "./model";
import {
  EMPTY_PAIR,
  type KnownCoin,
  PAIR_FIELDS,
  type PairValues,
  pairDraft,
  pairSchema,
  validatePair,
} from "./new-pair";
import { ruleFields } from "./rule-fields";

type NewPairFormProps = { coins: readonly KnownCoin[]; onAdded: (pair: Pair) => void };
type NewPairDialogProps = Pick<NewPairFormProps, "onAdded"> & { isOpen: boolean; onClose: () => void };

export function NewPairDialog({ isOpen, onClose, onAdded }: NewPairDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      closeOnMask={false}
      title={i18n._("Add pair")}
      widthClass="max-w-2xl"
    >
      <CoinsFirst onAdded={onAdded} />
    </Dialog>
  );
}

function CoinsFirst({ onAdded }: Pick<NewPairFormProps, "onAdded">) {
  const coins = useQuery(coinsQuery);
  return (
    <QueryView
      query={coins}
      isEmpty={({ items }) => items.length < 2}
      empty={
        <EmptyState icon="coins" title={i18n._("A pair needs two coins")}>
          {i18n._("List the coins first, then open a market between them.")}
        </EmptyState>
      }
    >
      {({ items }) => <NewPairForm coins={items} onAdded={onAdded} />}
    </QueryView>
  );
}

function NewPairForm({ coins, onAdded }: NewPairFormProps) {
  const add = useAddPair();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<PairValues>({ resolver: valibotResolver(pairSchema), defaultValues: EMPTY_PAIR });

  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    const errors = validatePair(values, coins);
    for (const { field, message } of errors) form.setError(field, { message }, { shouldFocus: true });
    if (errors.length > 0) return;
    try {
      const pair = await add.mutateAsync(pairDraft(values));
      const summary = i18n._("{pair} listed", { pair: pair.symbol });
      toast.success(summary);
      onAdded(pair);
    } catch (error) {
      setRefusal(setFieldErrors(error, PAIR_FIELDS, form.setError));
    }
  });

  return <PairFields form={form} coins={coins} refusal={refusal} onSubmit={save} />;
}

type PairFieldsProps = {
  form: UseFormReturn<PairValues>;
  coins: readonly KnownCoin[];
  refusal: string | null;
  onSubmit: (event: FormEvent) => void;
};

function PairFields({ form, coins, refusal, onSubmit }: PairFieldsProps) {
  const { control } = form;
  const [base, quote, priceDecimals] = useWatch({ control, name: ["base", "quote", "price_decimals"] });
  const decimalsOf = (symbol: string) => coins.find((coin) => coin.symbol === symbol)?.decimals ?? 8;
  const digits = { price: Number(priceDecimals) || 0, base: decimalsOf(base), quote: decimalsOf(quote) };
  const options = coins.map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name }));

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <legend className="mb-2 font-semibold text-14 text-ink">{i18n._("Pair")}</legend>
        <Choice control={control} name="base" label={i18n._("Base coin")} options={options} />
        <Choice control={control} name="quote" label={i18n._("Quote coin")} options={options} />
        <AmountField
          control={control}
          name="price_decimals"
          label={i18n._("Price decimals")}
          hint={i18n._("Maximum for any price. Can’t be changed later.")}
          decimals={0}
        />
        <AmountField
          control={control}
          name="reference_price"
          label={i18n._("Reference price")}
          hint={i18n._("Used until the first trade.")}
          unit={quote || undefined}
          decimals={digits.price}
        />
        <Choice control={control} name="status" label={i18n._("State")} options={pairStates()} />
        <PositionField control={control} />
      </fieldset>
      <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <legend className="mb-2 font-semibold text-14 text-ink">{i18n._("Rules")}</legend>
        {ruleFields(base, quote, digits).map((field) => (
          <AmountField key={field.name} control={control} {...field} />
        ))}
      </fieldset>
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <div className="flex justify-end">
        <Button type="submit" pending={form.formState.isSubmitting}>
          {i18n._("List pair")}
        </Button>
      </div>
    </form>
  );
}

type ChoiceProps = {
  control: UseFormReturn<PairValues>["control"];
  name: "base" | "quote" | "status";
  label: string;
  options: readonly { value: string; label: string; hint?: string }[];
};

function Choice({ control, name, label, options }: ChoiceProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} error={fieldState.error?.message}>
          <Select
            ref={field.ref}
            options={options}
            value={field.value || null}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  );
}
