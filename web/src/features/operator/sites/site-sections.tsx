import { i18n } from "@lingui/core";
import { Controller, type UseFormReturn } from "react-hook-form";
import { Badge } from "@/design/badge";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import type { Site } from "./api";
import { featureFields, languageName, type SiteValues } from "./model";

type SectionProps = { form: UseFormReturn<SiteValues>; site: Site };

export function FeatureFields({ form }: Pick<SectionProps, "form">) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-2">
        {i18n._(
          "A feature that is off has no pages and no API. Clients keep access to what they already hold in it.",
        )}
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        {featureFields().map(({ name, label }) => (
          <Checkbox key={name} label={label} {...form.register(`features.${name}`)} />
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
      render={({ field, fieldState }) => {
        const others = site.installed_languages.filter((tag) => !field.value.includes(tag));
        return (
          <Field
            label={i18n._("Languages")}
            kind="group"
            error={fieldState.error?.message}
            hint={i18n._("The first one is shown to visitors whose browser asks for another language.")}
          >
            <ol className="flex max-w-md flex-col gap-2">
              {[...field.value, ...others].map((tag) => (
                <LanguageRow
                  key={tag}
                  tag={tag}
                  index={field.value.indexOf(tag)}
                  onToggle={(isOn) =>
                    field.onChange(
                      isOn ? [...field.value, tag] : field.value.filter((known) => known !== tag),
                    )
                  }
                  onMoveUp={() => field.onChange(movedUp(field.value, tag))}
                />
              ))}
            </ol>
          </Field>
        );
      }}
    />
  );
}

type LanguageRowProps = {
  tag: string;
  /** Its place among the languages of the site; -1 for others. */
  index: number;
  onToggle: (isOn: boolean) => void;
  onMoveUp: () => void;
};

function LanguageRow({ tag, index, onToggle, onMoveUp }: LanguageRowProps) {
  const name = languageName(tag);
  return (
    <li className="flex min-h-8 items-center gap-3">
      <Checkbox label={name} checked={index >= 0} onChange={(event) => onToggle(event.target.checked)} />
      {index === 0 && <Badge>{i18n._("Default")}</Badge>}
      {index > 0 && (
        <IconButton
          icon="arrow-up"
          size="small"
          label={i18n._("Move {language} up", { language: name })}
          onClick={onMoveUp}
        />
      )}
    </li>
  );
}

function movedUp(tags: readonly string[], tag: string): string[] {
  const index = tags.indexOf(tag);
  const others = tags.filter((known) => known !== tag);
  return others.toSpliced(index - 1, 0, tag);
}

/** Headline, lead and description by language. */
export function TextFields({ form }: Pick<SectionProps, "form">) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-6">
      {form.watch("languages").map((tag) => (
        <fieldset key={tag} className="flex flex-col gap-4">
          <legend className="mb-3 font-medium text-14">{languageName(tag)}</legend>
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
