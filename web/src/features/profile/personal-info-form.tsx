import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { placeProblems } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { DateField } from "@/design/date-field";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import type { Client } from "@/session/client";
import { useChangePersonalInfo } from "./api";
import { CountryPicker } from "./country-picker";
import {
  EARLIEST_BIRTH_DATE,
  latestBirthDate,
  type PersonalInfoValues,
  personalInfoSchema,
  personalInfoValues,
} from "./personal-info-schema";

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
      toast.add({ severity: "success", summary: i18n._("Personal information saved"), life: 5000 });
    } catch (error) {
      setRefusal(placeProblems(error, FIELDS, form.setError));
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
            min={EARLIEST_BIRTH_DATE}
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
