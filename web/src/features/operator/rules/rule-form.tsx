import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { RadioGroup } from "@/design/radio-group";
import { Select } from "@/design/select";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { useAddRule } from "./api";
import { EMPTY_RULE, GUARDS, guardName, type RuleValues, ruleDraft, switchOptions } from "./model";

const guardSwitch = v.picklist(["page", "on", "off"]);
const schema = v.pipe(
  v.object({
    pattern: v.pipe(
      v.string(),
      v.trim(),
      v.startsWith("/", () => i18n._("Enter a path such as /promo or /promo/*.")),
    ),
    kind: v.picklist(["redirect", "guards"]),
    redirect: v.string(),
    guards: v.object({
      "profile-redirect": guardSwitch,
      "auth-redirect": guardSwitch,
      "register-verification-redirect": guardSwitch,
    }),
  }),
  v.forward(
    v.check(
      ({ kind, redirect }) => kind !== "redirect" || redirect.trim() !== "",
      () => i18n._("Enter where to redirect visitors."),
    ),
    ["redirect"],
  ),
  v.forward(
    v.check(
      ({ kind, guards }) => kind !== "guards" || GUARDS.some((guard) => guards[guard] !== "page"),
      () => i18n._("Turn at least one guard on or off."),
    ),
    ["guards"],
  ),
);

/** Appends a rule. The server validates it: its errors are shown at their fields. */
export function RuleForm({ hostname }: { hostname: string }) {
  const form = useForm<RuleValues>({ resolver: valibotResolver(schema), defaultValues: EMPTY_RULE });
  const { errors, isSubmitting } = form.formState;
  const kind = useWatch({ control: form.control, name: "kind" });
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = useAddRule(hostname);

  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      const rule = await add.mutateAsync(ruleDraft(values));
      form.reset(EMPTY_RULE);
      toast.success(
        i18n._("Rule for {pattern} added", { pattern: rule.pattern }),
        i18n._("Takes effect within seconds."),
      );
    } catch (error) {
      setRefusal(showProblem(error, form));
    }
  });

  return (
    <Card title={i18n._("Add rule")}>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <Field
          label={i18n._("Path")}
          error={errors.pattern?.message}
          hint={i18n._("* matches anything: /promo/* covers everything below /promo.")}
        >
          <TextInput {...VERBATIM} placeholder="/promo/*" {...form.register("pattern")} />
        </Field>
        <Field label={i18n._("Action")} kind="group">
          <RadioGroup
            options={[
              { value: "redirect", label: i18n._("Redirect visitors") },
              { value: "guards", label: i18n._("Change who has access") },
            ]}
            {...form.register("kind")}
          />
        </Field>
        {kind === "redirect" ? (
          <Field
            label={i18n._("Redirect to")}
            error={errors.redirect?.message}
            hint={i18n._("A path on this site, or a full https:// URL.")}
          >
            <TextInput {...VERBATIM} placeholder="/kyc-levels" {...form.register("redirect")} />
          </Field>
        ) : (
          <GuardFields form={form} />
        )}
        {refusal && <Banner severity="error">{refusal}</Banner>}
        <Button type="submit" pending={isSubmitting}>
          {i18n._("Add rule")}
        </Button>
      </form>
    </Card>
  );
}

function GuardFields({ form }: { form: UseFormReturn<RuleValues> }) {
  const { guards } = form.formState.errors;
  return (
    <>
      {GUARDS.map((guard) => (
        <Controller
          key={guard}
          control={form.control}
          name={`guards.${guard}`}
          render={({ field }) => (
            <Field label={guardName(guard)}>
              <Select
                options={switchOptions()}
                value={field.value}
                ref={field.ref}
                onBlur={field.onBlur}
                onValueChange={field.onChange}
              />
            </Field>
          )}
        />
      ))}
      {guards && (
        <p role="alert" className="text-12 text-error">
          {guards.message ?? guards.root?.message}
        </p>
      )}
    </>
  );
}

function showProblem(error: unknown, form: UseFormReturn<RuleValues>): string | null {
  // A redirect loop is shown as an error of the redirect.
  if (error instanceof ProblemError && error.code === "STATE_CONFLICT") {
    form.setError("redirect", { type: error.code, message: error.message }, { shouldFocus: true });
    return null;
  }
  return setFieldErrors(error, ["pattern", "redirect"], form.setError);
}
