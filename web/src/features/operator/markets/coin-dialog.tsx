import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { VERBATIM } from "@/design/control-class";
import { Dialog } from "@/design/dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { useLastNonNull } from "@/design/use-last-non-null";
import { AmountField, PositionField } from "./amount-field";
import { type Coin, useAddCoin, useChangeCoin } from "./coin-api";
import {
  COIN_FIELDS,
  type CoinValues,
  coinDraft,
  coinSchema,
  coinValues,
  EMPTY_COIN,
  faceOf,
} from "./coin-model";

type CoinDialogProps = {
  /** The coin to change; "new" to add one. */
  coin: Coin | "new" | null;
  onClose: () => void;
};

export function CoinDialog({ coin, onClose }: CoinDialogProps) {
  const shown = useLastNonNull(coin);

  return (
    <Dialog
      open={coin !== null}
      onClose={onClose}
      closeOnMask={false}
      title={
        shown === null || shown === "new" ? i18n._("Add coin") : i18n._("Coin {coin}", { coin: shown.symbol })
      }
      widthClass="max-w-xl"
    >
      {shown && <CoinForm coin={shown === "new" ? null : shown} onClose={onClose} />}
    </Dialog>
  );
}

function CoinForm({ coin, onClose }: { coin: Coin | null; onClose: () => void }) {
  const add = useAddCoin();
  const change = useChangeCoin(coin?.symbol ?? "");
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<CoinValues>({
    resolver: valibotResolver(coinSchema),
    defaultValues: coin ? coinValues(coin) : EMPTY_COIN,
  });

  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      const saved = coin
        ? await change.mutateAsync(faceOf(values))
        : await add.mutateAsync(coinDraft(values));
      const summary = coin
        ? i18n._("{coin} saved", { coin: saved.symbol })
        : i18n._("{coin} listed", { coin: saved.symbol });
      toast.success(summary);
      onClose();
    } catch (error) {
      setRefusal(setFieldErrors(error, COIN_FIELDS, form.setError));
    }
  });

  return <CoinFields form={form} isNew={coin === null} refusal={refusal} onSubmit={save} />;
}

type CoinFieldsProps = {
  form: UseFormReturn<CoinValues>;
  isNew: boolean;
  refusal: string | null;
  onSubmit: (event: FormEvent) => void;
};

function CoinFields({ form, isNew, refusal, onSubmit }: CoinFieldsProps) {
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
