import { i18n } from "@lingui/core";
import type { FormEvent, ReactNode } from "react";
import { Controller, get, type UseFormReturn } from "react-hook-form";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import type { DescribeFeature, LevelValues } from "./model";

type LevelFormProps = {
  form: UseFormReturn<LevelValues>;
  features: readonly string[];
  describeFeature: DescribeFeature;
  isLowest: boolean;
  refusal: string | null;
  onSubmit: (event: FormEvent) => void;
};

export function LevelForm({ form, features, describeFeature, isLowest, refusal, onSubmit }: LevelFormProps) {
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Field label={i18n._("Name")} error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register("name")} />
      </Field>
      <Group title={i18n._("Requirements")}>
        {isLowest && (
          <p className="text-13 sm:col-span-2">
            {i18n._("The lowest level has no requirements: everyone has it.")}
          </p>
        )}
        <Checkbox
          label={i18n._("Verified identity")}
          error={errors.requirements?.kyc?.message}
          {...form.register("requirements.kyc")}
        />
        <Checkbox
          label={i18n._("Two-factor authentication (2FA)")}
          error={errors.requirements?.two_factor?.message}
          {...form.register("requirements.two_factor")}
        />
        <Amount form={form} name="requirements.volume_30d" label={i18n._("30-day volume")} unit="USDT" />
        <Amount form={form} name="requirements.balance" label={i18n._("Balance")} unit="USDT" />
      </Group>
      <Group title={i18n._("Benefits")}>
        <Amount form={form} name="fees.maker" label={i18n._("Maker fee")} unit="%" />
        <Amount form={form} name="fees.taker" label={i18n._("Taker fee")} unit="%" />
        <Amount form={form} name="limits.withdraw_day" label={i18n._("Daily withdrawal limit")} unit="USDT" />
      </Group>
      <Group title={i18n._("Unlocks, in addition to lower levels")}>
        {features.map((feature) => (
          <Checkbox
            key={feature}
            label={describeFeature(feature)}
            value={feature}
            {...form.register("features")}
          />
        ))}
      </Group>
      {refusal && <Banner severity="warn">{refusal}</Banner>}
      <div className="flex justify-end">
        <Button type="submit">{i18n._("Review changes")}</Button>
      </div>
    </form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-14 text-ink">{title}</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

type AmountName =
  | "requirements.volume_30d"
  | "requirements.balance"
  | "fees.maker"
  | "fees.taker"
  | "limits.withdraw_day";

type AmountProps = { form: UseFormReturn<LevelValues>; name: AmountName; label: string; unit: "USDT" | "%" };

function Amount({ form, name, label, unit }: AmountProps) {
  const problem: unknown = get(form.formState.errors, `${name}.message`);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field label={label} error={typeof problem === "string" && problem}>
          <AmountInput
            ref={field.ref}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            decimals={unit === "%" ? 16 : 18}
            coin={unit}
          />
        </Field>
      )}
    />
  );
}
