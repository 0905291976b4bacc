import { i18n } from "@lingui/core";
import type { UseFormReturn } from "react-hook-form";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { hostsOf, type SiteValues } from "./model";

type SeoFieldsProps = { form: UseFormReturn<SiteValues> };

/** How search engines see the site. */
export function SeoFields({ form }: SeoFieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-4">
      <Checkbox label={i18n._("Allow search engines to index this site")} {...form.register("seo.index")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={i18n._("Main hostname")}
          optional
          error={errors.seo?.canonical_host?.message}
          hint={i18n._("Search engines list pages under this hostname.")}
        >
          <TextInput autoComplete="off" spellCheck={false} {...form.register("seo.canonical_host")} />
        </Field>
        <Field
          label={i18n._("Google verification code")}
          optional
          error={errors.seo?.google_verification?.message}
        >
          <TextInput autoComplete="off" spellCheck={false} {...form.register("seo.google_verification")} />
        </Field>
        <Field
          label={i18n._("Bing verification code")}
          optional
          error={errors.seo?.bing_verification?.message}
        >
          <TextInput autoComplete="off" spellCheck={false} {...form.register("seo.bing_verification")} />
        </Field>
      </div>
      <ResultPreview values={form.watch()} />
    </div>
  );
}

/** The home page as a search engine lists it. */
function ResultPreview({ values }: { values: SiteValues }) {
  const [language = ""] = values.languages;
  const description = values.texts[language]?.description.trim();
  const host = values.seo.canonical_host || hostsOf(values.hosts)[0] || "";
  return (
    <section aria-label={i18n._("Search result preview")}>
      <p className="mb-1.5 font-medium text-13 text-ink-2">{i18n._("Search result preview")}</p>
      <div className="rounded-card border border-line bg-shelf p-4">
        {values.seo.index ? (
          <>
            <p className="text-12 text-ink-3 wrap-anywhere">https://{host}</p>
            <p className="font-medium text-16 text-accent wrap-anywhere">{values.sitename}</p>
            <p className="text-13 text-ink-2 wrap-anywhere">
              {description || i18n._("The standard description of the home page.")}
            </p>
          </>
        ) : (
          <p className="text-13 text-ink-2">{i18n._("This site doesn’t appear in search results.")}</p>
        )}
      </div>
    </section>
  );
}
