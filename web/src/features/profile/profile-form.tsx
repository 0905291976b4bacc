import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
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
import { type ProfileChange, type Sex, useChangeProfile } from "./api";
import { CountryPicker } from "./country-picker";

const MAX_NAME_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 280;

/** An optional text that must match if given. */
const emptyOr = (pattern: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === "" || pattern.test(text), message),
  );

/** The validation of the profile; a username and a country cannot be cleared once set. */
function profileSchema(known: Pick<ProfileValues, "username" | "country">) {
  const tooLong = (most: number) => i18n._("Use at most {count} characters.", { count: most });
  const place = v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME_LENGTH, tooLong(MAX_NAME_LENGTH)));
  return v.pipe(
    v.object({
      username: v.pipe(
        emptyOr(/^[a-z0-9_]{3,20}$/, i18n._("Use 3 to 20 lowercase letters, digits and underscores.")),
        v.check(
          (username) => username !== "" || known.username === "",
          i18n._("You can change your username, but not remove it."),
        ),
      ),
      sex: v.picklist(["", "male", "female", "other"]),
      country: v.string(),
      region: place,
      city: place,
      description: v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(MAX_DESCRIPTION_LENGTH, tooLong(MAX_DESCRIPTION_LENGTH)),
      ),
      phone: emptyOr(
        /^\+[1-9][0-9 ()/-]{6,24}$/,
        i18n._("Start with + and the country code, such as +49 151 12345678."),
      ),
    }),
    v.forward(
      v.partialCheck(
        [["country"], ["region"], ["city"]],
        ({ country, region, city }) =>
          country !== "" || (region === "" && city === "" && known.country === ""),
        i18n._("Choose a country."),
      ),
      ["country"],
    ),
  );
}

type ProfileValues = {
  username: string;
  sex: "" | NonNullable<Sex>;
  country: string;
  region: string;
  city: string;
  description: string;
  phone: string;
};

function profileValues(client: Client): ProfileValues {
  return {
    username: client.username ?? "",
    sex: client.sex ?? "",
    country: client.location?.country ?? "",
    region: client.location?.region ?? "",
    city: client.location?.city ?? "",
    description: client.description ?? "",
    phone: client.phone ?? "",
  };
}

/** The calls for the changed fields only. */
function profileChanges(known: ProfileValues, wanted: ProfileValues): ProfileChange[] {
  const changes: ProfileChange[] = [];
  const { username, country, region, city, description } = wanted;
  const sex: Sex = wanted.sex === "" ? null : wanted.sex;
  // Spaces and brackets are stripped from phone numbers.
  const phone = wanted.phone.replace(/[^+0-9]/g, "");
  if (username !== known.username && username !== "") changes.push({ field: "username", username });
  if (wanted.sex !== known.sex) changes.push({ field: "sex", sex });
  const isElsewhere = country !== known.country || region !== known.region || city !== known.city;
  if (isElsewhere && country !== "") changes.push({ field: "location", location: { country, region, city } });
  if (description !== known.description) changes.push({ field: "description", description });
  if (phone !== known.phone) changes.push({ field: "phone", phone: phone === "" ? null : phone });
  return changes;
}

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
    toast.success(i18n._("Profile saved"));
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
