import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Field } from "@/design/field";
import { Select } from "@/design/select";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import type { Client } from "@/session/client";
import { useChangeProfile } from "./api";
import { CountryPicker } from "./country-picker";
import {
  MAX_DESCRIPTION_LENGTH,
  type ProfileValues,
  profileChanges,
  profileSchema,
  profileValues,
} from "./profile-schema";

const FIELDS = ["username", "sex", "country", "region", "city", "description", "phone"] as const;

export function ProfileForm({ client }: { client: Client }) {
  const known = profileValues(client);
  const form = useForm<ProfileValues>({
    resolver: valibotResolver(profileSchema(known)),
    defaultValues: known,
  });
  const { register, control, handleSubmit, setError, formState } = form;
  const { errors } = formState;
  const change = useChangeProfile();
  const [refusal, setRefusal] = useState<string | null>(null);

  const save = handleSubmit(async (wanted) => {
    setRefusal(null);
    let saved = known;
    let hasFailed = false;
    // Serialised: each response has the whole client, and the last one must include all changes.
    for (const step of profileChanges(known, wanted)) {
      try {
        saved = profileValues((await change.mutateAsync(step)).client);
      } catch (error) {
        hasFailed = true;
        if (error instanceof ProblemError && error.code === "USERNAME_TAKEN") {
          setError("username", { type: error.code, message: error.message });
        } else setRefusal(setFieldErrors(error, FIELDS, setError));
      }
    }
    if (hasFailed) return;
    form.reset(saved);
    toast.add({ severity: "success", summary: i18n._("Profile saved"), life: 5000 });
  });

  return (
    <Card title={i18n._("About you")}>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        {refusal && <Banner severity="error">{refusal}</Banner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={i18n._("Username")}
            optional
            hint={i18n._("3 to 20 lowercase letters, digits and underscores.")}
            error={errors.username?.message}
          >
            <TextInput
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              {...register("username")}
            />
          </Field>
          <Field label={i18n._("Phone")} optional error={errors.phone?.message}>
            <TextInput type="tel" autoComplete="tel" placeholder="+49 151 12345678" {...register("phone")} />
          </Field>
          <Field label={i18n._("Sex")} optional error={errors.sex?.message}>
            <Controller
              name="sex"
              control={control}
              render={({ field: { value, onChange, onBlur, ref } }) => (
                <Select
                  options={sexOptions()}
                  value={value}
                  onValueChange={onChange}
                  onBlur={onBlur}
                  ref={ref}
                />
              )}
            />
          </Field>
          <Field label={i18n._("Country")} optional error={errors.country?.message}>
            <CountryPicker name="country" control={control} />
          </Field>
          <Field label={i18n._("Region")} optional error={errors.region?.message}>
            <TextInput autoComplete="address-level1" {...register("region")} />
          </Field>
          <Field label={i18n._("City")} optional error={errors.city?.message}>
            <TextInput autoComplete="address-level2" {...register("city")} />
          </Field>
        </div>
        <Field
          label={i18n._("Bio")}
          optional
          aside={<DescriptionCount control={control} />}
          error={errors.description?.message}
        >
          <TextArea rows={3} {...register("description")} />
        </Field>
        <div className="flex justify-end">
          <Button type="submit" pending={formState.isSubmitting} disabled={!formState.isDirty}>
            {i18n._("Save profile")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

type Control = ReturnType<typeof useForm<ProfileValues>>["control"];

function DescriptionCount({ control }: { control: Control }) {
  const description = useWatch({ control, name: "description" });
  return <span className="tabular-nums">{`${[...description].length} / ${MAX_DESCRIPTION_LENGTH}`}</span>;
}

function sexOptions() {
  return [
    { value: "", label: i18n._("Prefer not to say") },
    { value: "female", label: i18n._("Female") },
    { value: "male", label: i18n._("Male") },
    { value: "other", label: i18n._("Other") },
  ] as const;
}
