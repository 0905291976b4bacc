import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { type Coin, coinsQuery } from "@/api/coins";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Combobox } from "@/design/combobox";
import { Dialog } from "@/design/dialog";
import { Field } from "@/design/field";
import { QueryView } from "@/design/query-view";
import { toast } from "@/design/toast";
import { type Premarket, useCreatePremarket } from "./api";
import { MomentField } from "./moment-field";
import {
  EMPTY_PREMARKET,
  PREMARKET_FIELDS,
  type PremarketValues,
  premarketDraft,
  premarketSchema,
  validatePremarket,
} from "./new-premarket";
import { NumberField } from "./number-field";

type NewPremarketDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (market: Premarket) => void;
};

export function NewPremarketDialog({ isOpen, onClose, onCreated }: NewPremarketDialogProps) {
  const coins = useQuery({ ...coinsQuery, enabled: isOpen });
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      closeOnMask={false}
      title={i18n._("Add pre-market")}
      widthClass="max-w-2xl"
    >
      <QueryView query={coins} empty={i18n._("No coins listed yet")}>
        {(items) => <NewPremarketForm coins={items} onCreated={onCreated} />}
      </QueryView>
    </Dialog>
  );
}

type FormProps = { coins: readonly Coin[]; onCreated: (market: Premarket) => void };

function NewPremarketForm({ coins, onCreated }: FormProps) {
  const create = useCreatePremarket();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<PremarketValues>({
    resolver: valibotResolver(premarketSchema),
    defaultValues: EMPTY_PREMARKET,
  });

  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    const errors = validatePremarket(values);
    for (const { field, message } of errors) form.setError(field, { message }, { shouldFocus: true });
    if (errors.length > 0) return;
    try {
      const market = await create.mutateAsync(premarketDraft(values));
      toast.success(i18n._("Pre-market of {symbol} added", { symbol: market.symbol }));
      onCreated(market);
    } catch (error) {
      setRefusal(setFieldErrors(error, PREMARKET_FIELDS, form.setError));
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <CoinsAndTimes form={form} coins={coins} />
      <Rules form={form} coins={coins} />
      <Promises form={form} />
      <p className="text-13 text-ink-2">{i18n._("Only the times can be changed later.")}</p>
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <div className="flex justify-end">
        <Button type="submit" pending={form.formState.isSubmitting}>
          {i18n._("Add pre-market")}
        </Button>
      </div>
    </form>
  );
}

type PartProps = { form: UseFormReturn<PremarketValues> };
const GRID = "grid gap-x-4 gap-y-3 sm:grid-cols-2";
const LEGEND = "mb-2 font-semibold text-14 text-ink";

function CoinsAndTimes({ form: { control }, coins }: PartProps & { coins: readonly Coin[] }) {
  const options = coins.map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name }));
  const names = [
    { name: "symbol", label: i18n._("Coin") },
    { name: "quote", label: i18n._("Quote coin") },
  ] as const;
  const moments = [
    { name: "opens", label: i18n._("Opens"), timeLabel: i18n._("Opening time") },
    { name: "closes", label: i18n._("Closes"), timeLabel: i18n._("Closing time") },
  ] as const;
  return (
    <fieldset className={GRID}>
      <legend className={LEGEND}>{i18n._("Market")}</legend>
      {names.map(({ name, label }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field, fieldState }) => (
            <Field label={label} error={fieldState.error?.message}>
              <Combobox
                options={options}
                value={field.value || null}
                onValueChange={(coin) => field.onChange(coin ?? "")}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
      ))}
      {moments.map(({ name, label, timeLabel }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field, fieldState }) => (
            <MomentField
              label={label}
              timeLabel={timeLabel}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
    </fieldset>
  );
}

function Rules({ form: { control }, coins }: PartProps & { coins: readonly Coin[] }) {
  const [symbol, quote, priceDecimals] = useWatch({ control, name: ["symbol", "quote", "price_decimals"] });
  const decimalsOf = (coin: string) => coins.find((each) => each.symbol === coin)?.decimals ?? 8;
  const inCoin = { unit: symbol || undefined, decimals: decimalsOf(symbol) };
  return (
    <fieldset className={GRID}>
      <legend className={LEGEND}>{i18n._("Order rules")}</legend>
      <NumberField control={control} name="price_decimals" label={i18n._("Price decimals")} decimals={0} />
      <NumberField
        control={control}
        name="tick_size"
        label={i18n._("Tick size")}
        hint={i18n._("Prices are multiples of this.")}
        unit={quote}
        decimals={Number(priceDecimals) || 0}
      />
      <NumberField
        control={control}
        name="step_size"
        label={i18n._("Quantity step")}
        hint={i18n._("Quantities are multiples of this.")}
        {...inCoin}
      />
      <NumberField
        control={control}
        name="max_exposure"
        label={i18n._("Limit per client")}
        hint={i18n._("Value of a client’s open orders and contracts.")}
        unit={quote}
        decimals={decimalsOf(quote)}
      />
      <NumberField control={control} name="min_quantity" label={i18n._("Minimum quantity")} {...inCoin} />
      <NumberField control={control} name="max_quantity" label={i18n._("Maximum quantity")} {...inCoin} />
    </fieldset>
  );
}

function Promises({ form: { control } }: PartProps) {
  return (
    <fieldset className={GRID}>
      <legend className={LEGEND}>{i18n._("Fees and delivery")}</legend>
      <NumberField control={control} name="fee_rate" label={i18n._("Fee per side")} unit="%" decimals={4} />
      <NumberField
        control={control}
        name="collateral_rate"
        label={i18n._("Seller’s collateral")}
        hint={i18n._("100% to 200% of the value.")}
        unit="%"
        decimals={4}
      />
      <NumberField
        control={control}
        name="window_minutes"
        label={i18n._("Delivery window")}
        unit={i18n._("minutes")}
        decimals={0}
      />
      <NumberField
        control={control}
        name="late_days"
        label={i18n._("Void without a listing after")}
        unit={i18n._("days")}
        decimals={0}
      />
    </fieldset>
  );
}
