import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { Controller, get, type UseFormReturn, useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { AmountInput } from "@/design/amount-input";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { Dialog } from "@/design/dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { useLastNonNull } from "@/design/use-last-non-null";
import { Refusal } from "@/features/operator/proposals/refusal";
import type { Level, LevelChange } from "./api";
import { LevelConfirmation } from "./level-confirmation";
import {
  type DescribeFeature,
  differences,
  LEVEL_FIELDS,
  type LevelValues,
  levelChange,
  levelSchema,
  levelValues,
  possibleFeatures,
} from "./model";

type LevelDialogProps = {
  level: Level | null;
  ladder: readonly Level[];
  hostname: string;
  describeFeature: DescribeFeature;
  onClose: () => void;
};

/** The form of a level, followed by a summary of the changes to confirm. */
export function LevelDialog({ level, ...props }: LevelDialogProps) {
  const shown = useLastNonNull(level);

  return (
    <Dialog
      open={level !== null}
      onClose={props.onClose}
      closeOnMask={false}
      title={i18n._("Level {level}", { level: shown?.name ?? "" })}
      widthClass="max-w-2xl"
    >
      {shown && <LevelSteps level={shown} {...props} />}
    </Dialog>
  );
}

type LevelStepsProps = Omit<LevelDialogProps, "level"> & { level: Level };

function LevelSteps({ level, ladder, hostname, describeFeature, onClose }: LevelStepsProps) {
  const form = useForm<LevelValues>({
    resolver: valibotResolver(levelSchema),
    defaultValues: levelValues(level),
  });
  const [wanted, setWanted] = useState<LevelChange | null>(null);
  const [refusal, setRefusal] = useState<ReactNode>(null);

  const review = form.handleSubmit((values) => {
    const next = levelChange(values);
    const isSame = differences(level, next, describeFeature).length === 0;
    setRefusal(isSame && <Banner severity="warn">{i18n._("No changes yet.")}</Banner>);
    if (!isSame) setWanted(next);
  });

  function goBack(error?: unknown) {
    setWanted(null);
    if (!error) return;
    const text = setFieldErrors(error, LEVEL_FIELDS, form.setError);
    setRefusal(text && <Refusal error={error} text={text} />);
  }

  if (wanted) {
    return (
      <LevelConfirmation
        level={level}
        change={wanted}
        hostname={hostname}
        describeFeature={describeFeature}
        onBack={goBack}
        onDone={onClose}
      />
    );
  }
  return (
    <LevelForm
      form={form}
      features={possibleFeatures(ladder)}
      describeFeature={describeFeature}
      isLowest={level.rank === 0}
      refusal={refusal}
      onSubmit={review}
    />
  );
}

type LevelFormProps = {
  form: UseFormReturn<LevelValues>;
  features: readonly string[];
  describeFeature: DescribeFeature;
  isLowest: boolean;
  refusal: ReactNode;
  onSubmit: (event: FormEvent) => void;
};

function LevelForm({ form, features, describeFeature, isLowest, refusal, onSubmit }: LevelFormProps) {
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
      {refusal}
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
