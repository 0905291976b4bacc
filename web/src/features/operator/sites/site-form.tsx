import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Field } from "@/design/field";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { UnsavedGuard } from "@/design/unsaved-guard";
import { Refusal } from "@/features/operator/proposals/refusal";
import { type Site, type SiteEdit, sitesQuery, useChangeSite } from "./api";
import { BrandFields } from "./brand-fields";
import { ChatFields } from "./chat-fields";
import { mergeChanges, type SiteValues, siteChanges, siteSchema, siteValues } from "./model";
import { PairPicker } from "./pair-picker";
import { SeoFields } from "./seo-fields";
import { SiteConflict } from "./site-conflict";
import { NewestProposal } from "./site-proposal";
import { FeatureFields, LanguageFields, TextFields } from "./site-sections";

const FIELDS = [
  "sitename",
  "hosts",
  "contact_telegram",
  "contact_email",
  "chat_domain",
  "chat_token",
  "chat_secret",
  "chat_identity",
  "chat_pages",
  "accent",
  "logo",
  "favicon",
  "languages",
  "listed_pairs",
] as const;

/** Remount it for each site. */
export function SiteForm({ site: newest }: { site: Site }) {
  // What the form began with: the list is loaded again while it is open.
  const [site, setSite] = useState(newest);
  const cache = useQueryClient();
  const form = useForm<SiteValues>({
    resolver: valibotResolver(siteSchema),
    defaultValues: siteValues(site),
  });
  const change = useChangeSite(site.id);
  const [refused, setRefused] = useState<unknown>(null);
  const isDirty = form.formState.isDirty;

  function load(next: Site) {
    setSite(next);
    form.reset(siteValues(next));
  }

  function loadAndKeepOwn(next: Site) {
    const merged = mergeChanges(siteValues(site), siteValues(next), form.getValues());
    load(next);
    form.reset(merged, { keepDefaultValues: true });
  }

  const save = form.handleSubmit(async (values) => {
    setRefused(null);
    const edit = siteChanges(site, values);
    if (Object.keys(edit).length === 0) {
      return void toast.add({ severity: "info", summary: i18n._("Nothing was changed"), life: 5000 });
    }
    try {
      const saved = await change.mutateAsync(edit);
      load(saved);
      toast.success(
        i18n._("{site} saved", { site: values.sitename }),
        isPending(saved, edit)
          ? i18n._("New hostnames and another chat wait until another administrator approves.")
          : i18n._("Visitors see it on their next page load, within seconds."),
      );
    } catch (error) {
      const isProblem = error instanceof ProblemError;
      if (isProblem && error.code === "STATE_CONFLICT" && !error.body.command) {
        return cache.invalidateQueries({ queryKey: sitesQuery.queryKey });
      }
      setRefused(setFieldErrors(error, FIELDS, form.setError) ? error : null);
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <h2 className="font-semibold text-16 wrap-anywhere">{site.sitename}</h2>
      {refused !== null && <Refusal error={refused} />}
      {site.version < newest.version && !form.formState.isSubmitting && (
        <SiteConflict
          seen={site}
          newest={newest}
          isDirty={isDirty}
          onKeepOwn={() => loadAndKeepOwn(newest)}
          onTakeTheirs={() => load(newest)}
        />
      )}
      <NewestProposal site={newest} />
      <UnsavedGuard isDirty={isDirty} />
      <Card title={i18n._("Name and hostnames")}>
        <Basics form={form} />
      </Card>
      <Card title={i18n._("Brand")}>
        <BrandFields form={form} siteId={site.id} />
      </Card>
      <Card title={i18n._("Texts")}>
        <TextFields form={form} />
      </Card>
      <Card title={i18n._("Contacts")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Telegram" optional error={form.formState.errors.contact_telegram?.message}>
            <TextInput autoComplete="off" placeholder="@clearwater" {...form.register("contact_telegram")} />
          </Field>
          <Field label={i18n._("Email")} optional error={form.formState.errors.contact_email?.message}>
            <TextInput
              type="email"
              autoComplete="off"
              placeholder="help@example.org"
              {...form.register("contact_email")}
            />
          </Field>
        </div>
      </Card>
      <Card title={i18n._("Chat (Chatwoot)")}>
        <ChatFields form={form} isSecretSet={site.chat_secret_is_set} />
      </Card>
      <Card title={i18n._("Features")}>
        <FeatureFields form={form} />
      </Card>
      <Card title={i18n._("Listed pairs")}>
        <Controller
          control={form.control}
          name="listed_pairs"
          render={({ field, fieldState }) => (
            <PairPicker value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
          )}
        />
      </Card>
      <Card title={i18n._("Languages")}>
        <LanguageFields form={form} site={site} />
      </Card>
      <Card title={i18n._("Search engines")}>
        <SeoFields form={form} />
      </Card>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={form.formState.isSubmitting}>
          {i18n._("Save")}
        </Button>
        <Button
          severity="secondary"
          disabled={!form.formState.isDirty || form.formState.isSubmitting}
          onClick={() => form.reset(siteValues(site))}
        >
          {i18n._("Undo changes")}
        </Button>
        {isDirty && (
          <p role="status" className="text-13 text-warn">
            {i18n._("Unsaved changes")}
          </p>
        )}
      </div>
    </form>
  );
}

/** Whether something of a change waits for a second person. */
function isPending(saved: Site, { hosts, chat_domain, chat_token, ...edit }: SiteEdit): boolean {
  return (
    (!!hosts && hosts.toSorted().join() !== saved.hosts.toSorted().join()) ||
    (!!chat_domain && chat_domain !== saved.chat_domain) ||
    (!!chat_token && chat_token !== saved.chat_token) ||
    (edit.chat_identity ?? saved.chat_identity) !== saved.chat_identity ||
    (edit.chat_pages ?? saved.chat_pages) !== saved.chat_pages
  );
}

function Basics({ form }: { form: UseFormReturn<SiteValues> }) {
  const { errors } = form.formState;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={i18n._("Name")} error={errors.sitename?.message}>
          <TextInput autoComplete="off" {...form.register("sitename")} />
        </Field>
        <Field
          label={i18n._("Hostnames")}
          error={errors.hosts?.message}
          hint={i18n._("One per line. New ones take a second administrator.")}
        >
          <TextArea rows={3} spellCheck={false} className="font-mono" {...form.register("hosts")} />
        </Field>
      </div>
    </div>
  );
}
