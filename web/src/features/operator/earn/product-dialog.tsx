import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { useCoins } from "@/api/coins";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { ChangeList } from "@/design/change-list";
import { Checkbox } from "@/design/checkbox";
import { DateField } from "@/design/date-field";
import { Dialog } from "@/design/dialog";
import { Field } from "@/design/field";
import { TextArea } from "@/design/text-area";
import { useLastNonNull } from "@/design/use-last-non-null";
import type { Product, ProductChange } from "./api";
import { Confirmation } from "./confirmation";
import { BoundFields, RateField } from "./fields";
import { CHANGE_FIELDS, type ChangeValues, changeOf, changeSchema, changeValues } from "./model";
import { differences } from "./product-texts";

const DEFAULT_DECIMALS = 8;
const DAY_MS = 86_400_000;

interface ProductDialogProps {
  product: Product | null;
  /** The highest rate, as a fraction. */
  maxApr: string;
  onClose: () => void;
}

/** The form of a product, followed by a summary of the changes to confirm. */
export function ProductDialog({ product, maxApr, onClose }: ProductDialogProps) {
  const shown = useLastNonNull(product);
  return (
    <Dialog
      open={product !== null}
      onClose={onClose}
      closeOnMask={false}
      title={i18n._("Product {product}", { product: shown?.id ?? "" })}
      widthClass="max-w-xl"
    >
      {shown && <Steps key={shown.id} product={shown} maxApr={maxApr} onClose={onClose} />}
    </Dialog>
  );
}

type StepsProps = { product: Product; maxApr: string; onClose: () => void };

function Steps({ product, maxApr, onClose }: StepsProps) {
  const form = useForm<ChangeValues>({
    resolver: valibotResolver(changeSchema(product, maxApr)),
    defaultValues: changeValues(product),
  });
  const [wanted, setWanted] = useState<ProductChange | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const review = form.handleSubmit((values) => {
    const next = changeOf(product, values);
    const isSame = Object.keys(next).length === 0;
    setRefusal(isSame ? i18n._("No changes yet.") : null);
    if (!isSame) setWanted(next);
  });

  function goBack(error?: unknown) {
    setWanted(null);
    if (error) setRefusal(setFieldErrors(error, CHANGE_FIELDS, form.setError));
  }

  if (!wanted) return <Fields form={form} product={product} refusal={refusal} onSubmit={review} />;
  return (
    <div className="flex flex-col gap-4">
      {wanted.apr !== undefined && <p>{rateText(product)}</p>}
      <ChangeList changes={differences(product, wanted)} />
      <Confirmation product={product} change={wanted} onBack={goBack} onDone={onClose} />
    </div>
  );
}

function rateText({ kind }: Product): string {
  return kind === "flexible"
    ? i18n._("All positions follow the new rate from its time on.")
    : i18n._("Running terms keep their rate. New and renewed ones get the new rate.");
}

interface FieldsProps {
  form: UseFormReturn<ChangeValues>;
  product: Product;
  refusal: string | null;
  onSubmit: (event: FormEvent) => void;
}

function Fields({ form, product, refusal, onSubmit }: FieldsProps) {
  const { control, register, formState } = form;
  const decimals = useCoins().get(product.coin)?.decimals ?? DEFAULT_DECIMALS;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <RateField control={control} />
        <EffectiveDay form={form} />
        <BoundFields control={control} coin={product.coin} decimals={decimals} />
      </div>
      <Field label={i18n._("Source of yield")} error={formState.errors.source_of_yield?.message}>
        <TextArea rows={2} {...register("source_of_yield")} />
      </Field>
      <Checkbox
        label={i18n._("Open to new subscriptions")}
        hint={i18n._("If closed, locked positions don’t renew.")}
        {...register("is_open")}
      />
      {refusal && <Banner severity="warn">{refusal}</Banner>}
      <div className="flex justify-end">
        <Button type="submit">{i18n._("Review changes")}</Button>
      </div>
    </form>
  );
}

function EffectiveDay({ form }: Pick<FieldsProps, "form">) {
  return (
    <Controller
      control={form.control}
      name="effective_at"
      render={({ field, fieldState }) => (
        <DateField
          label={i18n._("New rate from")}
          optional
          hint={i18n._("00:00 UTC of the day. Empty: the next full hour.")}
          error={fieldState.error?.message}
          min={tomorrow()}
          value={field.value}
          onValueChange={field.onChange}
        />
      )}
    />
  );
}

/** The next day in UTC: a rate cannot begin in the past. */
function tomorrow(): string {
  return new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
}
