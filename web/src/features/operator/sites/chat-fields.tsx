import { i18n } from "@lingui/core";
import type { UseFormReturn } from "react-hook-form";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { PasswordInput } from "@/design/password-input";
import { RadioGroup } from "@/design/radio-group";
import { TextInput } from "@/design/text-input";
import type { SiteValues } from "./model";

type ChatFieldsProps = { form: UseFormReturn<SiteValues>; isSecretSet: boolean };

export function ChatFields({ form, isSecretSet }: ChatFieldsProps) {
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
              : i18n._("Not set: clients then lose their conversation when they leave their area.")
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
      <Field label={i18n._("Where the chat is shown")} kind="group" error={errors.chat_pages?.message}>
        <RadioGroup
          options={[
            {
              value: "all",
              label: i18n._("In the whole personal area"),
              hint: i18n._(
                "Its script shares pages with passwords and codes. For a chat server of your own.",
              ),
            },
            {
              value: "without_secrets",
              label: i18n._("Not in settings and withdrawals"),
              hint: i18n._("Its script never runs beside passwords, codes, keys and withdrawals."),
            },
          ]}
          {...form.register("chat_pages")}
        />
      </Field>
    </div>
  );
}
