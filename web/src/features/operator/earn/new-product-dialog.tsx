import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useCoins } from "@/api/coins";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Combobox } from "@/design/combobox";
import { VERBATIM } from "@/design/control-class";
import { Dialog } from "@/design/dialog";
import { Field } from "@/design/field";
import { RadioGroup } from "@/design/radio-group";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { ReasonField } from "@/features/operator/proposals/reason-field";
import { useProposeProduct } from "./api";
import { BoundFields, FigureField, RateField } from "./fields";
import { DRAFT_FIELDS, type DraftValues, draftOf, draftSchema, EMPTY_DRAFT } from "./model";

const DEFAULT_DECIMALS = 8;

interface NewProductDialogProps {
  /** The highest rate, as a fraction. */
  maxApr: string;
  isOpen: boolean;
  onClose: () => void;
}

export function NewProductDialog({ maxApr, isOpen, onClose }: NewProductDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      closeOnMask={false}
      title={i18n._("Create product")}
      widthClass="max-w-xl"
    >
      <NewProductForm maxApr={maxApr} onClose={onClose} />
    </Dialog>
  );
}

function NewProductForm({ maxApr, onClose }: Omit<NewProductDialogProps, "isOpen">) {
  const propose = useProposeProduct();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<DraftValues>({
    resolver: valibotResolver(draftSchema(maxApr)),
    defaultValues: EMPTY_DRAFT,
  });

  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await propose.mutateAsync(draftOf(values));
      toast.success(i18n._("Proposed"), i18n._("Nothing changes until someone else approves."));
      onClose();
    } catch (error) {
      setRefusal(setFieldErrors(error, DRAFT_FIELDS, form.setError));
    }
  });

  return <Fields form={form} refusal={refusal} onSubmit={save} />;
}

interface FieldsProps {
  form: UseFormReturn<DraftValues>;
  refusal: string | null;
  onSubmit: (event: FormEvent) => void;
}

function Fields({ form, refusal, onSubmit }: FieldsProps) {
  const { control, register, formState } = form;
  const [coin, kind] = useWatch({ control, name: ["coin", "kind"] });
  const decimals = useCoins().get(coin)?.decimals ?? DEFAULT_DECIMALS;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <fieldset className="rounded-card border border-line p-4">
        <legend className="px-1 font-semibold text-14 text-ink">{i18n._("Can’t be changed later")}</legend>
        <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <Field
            label={i18n._("Name")}
            hint={i18n._("For links, such as usdt-30.")}
            error={formState.errors.id?.message}
          >
            <TextInput {...VERBATIM} maxLength={40} {...register("id")} />
          </Field>
          <CoinField form={form} />
          <Field label={i18n._("Kind")} kind="group">
            <RadioGroup options={kinds()} {...register("kind")} />
          </Field>
          {kind === "locked" && (
            <FigureField
              control={control}
              name="term_days"
              label={i18n._("Term")}
              unit={i18n._("days")}
              decimals={0}
            />
          )}
        </div>
      </fieldset>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <RateField control={control} />
        <BoundFields control={control} coin={coin} decimals={decimals} />
      </div>
      <Field
        label={i18n._("Source of yield")}
        hint={i18n._("Clients see it with the product.")}
        error={formState.errors.source_of_yield?.message}
      >
        <TextArea rows={2} {...register("source_of_yield")} />
      </Field>
      <ReasonField {...register("reason")} error={formState.errors.reason?.message} />
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <div className="flex justify-end">
        <Button type="submit" pending={formState.isSubmitting}>
          {i18n._("Propose")}
        </Button>
      </div>
    </form>
  );
}

function kinds() {
  return [
    {
      value: "flexible" as const,
      label: i18n._("Flexible"),
      hint: i18n._("Pays daily, redeemable anytime."),
    },
    { value: "locked" as const, label: i18n._("Locked"), hint: i18n._("Pays at the end of its term.") },
  ];
}

function CoinField({ form }: Pick<FieldsProps, "form">) {
  const coins = useCoins();
  return (
    <Controller
      control={form.control}
      name="coin"
      render={({ field, fieldState }) => (
        <Field label={i18n._("Coin")} error={fieldState.error?.message}>
          <Combobox
            ref={field.ref}
            options={[...coins.values()].map(({ symbol, name }) => ({
              value: symbol,
              label: symbol,
              hint: name,
            }))}
            value={field.value || null}
            onValueChange={(coin) => field.onChange(coin ?? "")}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  );
}
