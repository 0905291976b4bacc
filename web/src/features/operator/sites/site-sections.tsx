import { i18n } from "@lingui/core";
import { Controller, type UseFormReturn } from "react-hook-form";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import type { Site } from "./api";
import type { SiteValues } from "./model";

type SectionProps = { form: UseFormReturn<SiteValues>; site: Site };

const FEATURES: readonly { name: keyof Site["features"]; label: () => string }[] = [
  { name: "register", label: () => i18n._("Create account") },
  { name: "convert", label: () => i18n._("Convert") },
  { name: "premarket", label: () => i18n._("Pre-market") },
  { name: "earn", label: () => i18n._("Earn") },
  { name: "news", label: () => i18n._("News") },
  { name: "apps", label: () => i18n._("Apps") },
];

export function FeatureFields({ form }: Pick<SectionProps, "form">) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-2">
        {i18n._(
          "A feature that is off has no pages and no API. Clients keep access to what they already hold in it.",
        )}
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        {FEATURES.map(({ name, label }) => (
          <Checkbox key={name} label={label()} {...form.register(`features.${name}`)} />
        ))}
      </div>
    </div>
  );
}

/** The languages of the site; the first one is for visitors who want none of them. */
export function LanguageFields({ form, site }: SectionProps) {
  return (
    <Controller
      control={form.control}
      name="languages"
      render={({ field, fieldState }) => (
        <Field
          label={i18n._("Languages")}
          kind="group"
          error={fieldState.error?.message}
          hint={i18n._("The first one is shown to visitors whose browser asks for another language.")}
        >
          <div className="flex flex-wrap gap-4">
            {site.installed_languages.map((tag) => (
              <Checkbox
                key={tag}
                label={nameOf(tag)}
                checked={field.value.includes(tag)}
                onChange={(event) =>
                  field.onChange(
                    event.target.checked
                      ? [...field.value, tag]
                      : field.value.filter((known) => known !== tag),
                  )
                }
              />
            ))}
          </div>
        </Field>
      )}
    />
  );
}

/** Headline, lead and description by language. */
export function TextFields({ form }: Pick<SectionProps, "form">) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-6">
      {form.watch("languages").map((tag) => (
        <fieldset key={tag} className="flex flex-col gap-4">
          <legend className="mb-3 font-medium text-14">{nameOf(tag)}</legend>
          <Field
            label={i18n._("Headline")}
            optional
            error={errors.texts?.[tag]?.headline?.message}
            hint={i18n._("Leave empty for the standard text.")}
          >
            <TextInput autoComplete="off" {...form.register(`texts.${tag}.headline`)} />
          </Field>
          <Field label={i18n._("Lead")} optional error={errors.texts?.[tag]?.lead?.message}>
            <TextArea rows={2} {...form.register(`texts.${tag}.lead`)} />
          </Field>
          <Field
            label={i18n._("Description")}
            optional
            error={errors.texts?.[tag]?.description?.message}
            hint={i18n._("For search results and shared links.")}
          >
            <TextArea rows={2} {...form.register(`texts.${tag}.description`)} />
          </Field>
        </fieldset>
      ))}
    </div>
  );
}

function nameOf(tag: string): string {
  return new Intl.DisplayNames([i18n.locale], { type: "language" }).of(tag) ?? tag;
}
