import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { PasswordInput } from "@/design/password-input";
import { RadioGroup } from "@/design/radio-group";
import { TextArea } from "@/design/text-area";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { AccentField } from "./accent-field";
import { type Site, useChangeSite } from "./api";
import { type SiteValues, siteChanges, siteSchema, siteValues } from "./model";

const FIELDS = [
  "sitename",
  "hosts",
  "contact_telegram",
  "contact_email",
  "chat_domain",
  "chat_token",
  "chat_secret",
  "chat_identity",
  "accent",
] as const;

/** Remount it for each site. */
export function SiteForm({ site }: { site: Site }) {
  const form = useForm<SiteValues>({
    resolver: valibotResolver(siteSchema),
    defaultValues: siteValues(site),
  });
  const change = useChangeSite(site.id);
  const [refusal, setRefusal] = useState<string | null>(null);

  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    const edit = siteChanges(site, values);
    if (Object.keys(edit).length === 0) {
      return void toast.add({ severity: "info", summary: i18n._("Nothing was changed"), life: 5000 });
    }
    try {
      form.reset(siteValues(await change.mutateAsync(edit)));
      toast.success(
        i18n._("{site} saved", { site: values.sitename }),
        i18n._("Visitors see it on their next page load, within seconds."),
      );
    } catch (error) {
      setRefusal(setFieldErrors(error, FIELDS, form.setError));
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <h2 className="font-semibold text-16 wrap-anywhere">{site.sitename}</h2>
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <Card>
        <Basics form={form} />
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
      <div className="flex flex-wrap gap-3">
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
      </div>
    </form>
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
          hint={i18n._("One per line. Visitors to these hosts see this site.")}
        >
          <TextArea rows={3} spellCheck={false} className="font-mono" {...form.register("hosts")} />
        </Field>
      </div>
      <Controller
        control={form.control}
        name="accent"
        render={({ field }) => (
          <AccentField value={field.value} error={errors.accent?.message} onChange={field.onChange} />
        )}
      />
    </div>
  );
}

type ChatFieldsProps = { form: UseFormReturn<SiteValues>; isSecretSet: boolean };

function ChatFields({ form, isSecretSet }: ChatFieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={i18n._("Domain")}
        optional
        error={errors.chat_domain?.message}
        hint={i18n._("Leave empty for no chat.")}
      >
        <TextInput autoComplete="off" placeholder="chat.example.org" {...form.register("chat_domain")} />
      </Field>
      <Field label={i18n._("Website token")} optional error={errors.chat_token?.message}>
        <TextInput autoComplete="off" spellCheck={false} {...form.register("chat_token")} />
      </Field>
      <div className="flex flex-col gap-3">
        <Field
          label={i18n._("Secret")}
          optional
          error={errors.chat_secret?.message}
          hint={
            isSecretSet
              ? i18n._("A secret is set. Enter a new one to replace it.")
              : i18n._("Not set. Once saved, it isn’t shown again.")
          }
        >
          <PasswordInput autoComplete="new-password" {...form.register("chat_secret")} />
        </Field>
        {isSecretSet && <Checkbox label={i18n._("Remove secret")} {...form.register("removes_secret")} />}
      </div>
      <Field
        label={i18n._("Client identity is verified by")}
        kind="group"
        error={errors.chat_identity?.message}
      >
        <RadioGroup
          options={[
            {
              value: "server",
              label: i18n._("The server"),
              hint: i18n._("The secret stays on the server. Recommended."),
            },
            {
              value: "client",
              label: i18n._("The browser"),
              hint: i18n._("The secret is sent to every visitor, who could impersonate another client."),
            },
          ]}
          {...form.register("chat_identity")}
        />
      </Field>
    </div>
  );
}
