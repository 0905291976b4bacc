import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { DateField } from "@/design/date-field";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { addMonths, isDay, localDay } from "@/lib/day";
import type { Client } from "@/session/client";
import { useChangePersonalInfo } from "./api";
import { CountryPicker } from "./country-picker";

const ADULT_YEARS = 18;

const MIN_BIRTH_DATE = "1900-01-01";

/** The latest birth date of an adult. */
function latestBirthDate(today: Date): string {
  return addMonths(localDay(today), -12 * ADULT_YEARS);
}

function personalInfoSchema(today: Date) {
  const line = (most: number) =>
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(most, i18n._("Use at most {count} characters.", { count: most })),
    );
  const needed = (most: number, message: string) => v.pipe(line(most), v.nonEmpty(message));
  return v.object({
    first_name: needed(100, i18n._("Enter your first name.")),
    middle_name: line(100),
    last_name: needed(100, i18n._("Enter your last name.")),
    birth_date: v.pipe(
      v.string(),
      v.nonEmpty(i18n._("Enter your date of birth.")),
      v.check(isDay, i18n._("Enter the date as {format}.", { format: "mm/dd/yyyy" })),
      v.minValue(MIN_BIRTH_DATE, i18n._("Enter your date of birth.")),
      v.maxValue(
        latestBirthDate(today),
        i18n._("You must be at least {years} years old.", { years: ADULT_YEARS }),
      ),
    ),
    country: v.pipe(v.string(), v.nonEmpty(i18n._("Choose a country."))),
    region: line(100),
    city: needed(100, i18n._("Enter your city.")),
    address: needed(200, i18n._("Enter your street and number.")),
    postal_code: line(20),
  });
}

type PersonalInfoValues = v.InferOutput<ReturnType<typeof personalInfoSchema>>;

function personalInfoValues({ personal_info: info }: Client): PersonalInfoValues {
  return {
    first_name: info.first_name ?? "",
    middle_name: info.middle_name ?? "",
    last_name: info.last_name ?? "",
    birth_date: info.birth_date ?? "",
    country: info.country ?? "",
    region: info.region ?? "",
    city: info.city ?? "",
    address: info.address ?? "",
    postal_code: info.postal_code ?? "",
  };
}

const FIELDS = [
  "first_name",
  "middle_name",
  "last_name",
  "birth_date",
  "country",
  "region",
  "city",
  "address",
  "postal_code",
] as const;

export function PersonalInfoForm({ client }: { client: Client }) {
  const [today] = useState(() => new Date());
  const form = useForm<PersonalInfoValues>({
    resolver: valibotResolver(personalInfoSchema(today)),
    defaultValues: personalInfoValues(client),
  });
  const change = useChangePersonalInfo();
  const [refusal, setRefusal] = useState<string | null>(null);

  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      const { client: changed } = await change.mutateAsync(values);
      form.reset(personalInfoValues(changed));
      toast.success(i18n._("Personal information saved"));
    } catch (error) {
      setRefusal(setFieldErrors(error, FIELDS, form.setError));
    }
  });

  return (
    <Card title={i18n._("Personal information")}>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <p className="text-13 text-ink-2">
          {i18n._("Enter it as in your documents. Only you and the verification team can see it.")}
        </p>
        {refusal && <Banner severity="error">{refusal}</Banner>}
        <NameFields form={form} kycStatus={client.kyc.status} />
        <PlaceFields form={form} latestBirth={latestBirthDate(today)} />
        <div className="flex justify-end">
          <Button type="submit" pending={form.formState.isSubmitting} disabled={!form.formState.isDirty}>
            {i18n._("Save personal information")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

type Form = ReturnType<typeof useForm<PersonalInfoValues>>;

function NameFields({ form, kycStatus }: { form: Form; kycStatus: Client["kyc"]["status"] }) {
  const { errors } = form.formState;
  const isLocked = kycStatus === "pending" || kycStatus === "approved";
  return (
    <>
      {isLocked && (
        <Banner severity="info">
          {kycStatus === "pending"
            ? i18n._("Your name is locked during review.")
            : i18n._("Your name is verified and locked. To change it, contact support.")}
        </Banner>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={i18n._("First name")} error={errors.first_name?.message}>
          <TextInput autoComplete="given-name" readOnly={isLocked} {...form.register("first_name")} />
        </Field>
        <Field label={i18n._("Middle name")} optional error={errors.middle_name?.message}>
          <TextInput autoComplete="additional-name" readOnly={isLocked} {...form.register("middle_name")} />
        </Field>
        <Field label={i18n._("Last name")} error={errors.last_name?.message}>
          <TextInput autoComplete="family-name" readOnly={isLocked} {...form.register("last_name")} />
        </Field>
      </div>
    </>
  );
}

function PlaceFields({ form, latestBirth }: { form: Form; latestBirth: string }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Controller
        name="birth_date"
        control={form.control}
        render={({ field: { name, value, onChange, onBlur, ref } }) => (
          <DateField
            label={i18n._("Date of birth")}
            error={errors.birth_date?.message}
            name={name}
            autoComplete="bday"
            min={MIN_BIRTH_DATE}
            max={latestBirth}
            value={value}
            onValueChange={onChange}
            onCommit={onBlur}
            ref={ref}
          />
        )}
      />
      <Field label={i18n._("Country")} error={errors.country?.message}>
        <CountryPicker name="country" control={form.control} />
      </Field>
      <Field label={i18n._("Region")} optional error={errors.region?.message}>
        <TextInput autoComplete="address-level1" {...form.register("region")} />
      </Field>
      <Field label={i18n._("City")} error={errors.city?.message}>
        <TextInput autoComplete="address-level2" {...form.register("city")} />
      </Field>
      <Field label={i18n._("Street and number")} error={errors.address?.message}>
        <TextInput autoComplete="street-address" {...form.register("address")} />
      </Field>
      <Field label={i18n._("Postal code")} optional error={errors.postal_code?.message}>
        <TextInput autoComplete="postal-code" {...form.register("postal_code")} />
      </Field>
    </div>
  );
}
