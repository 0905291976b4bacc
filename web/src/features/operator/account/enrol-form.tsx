import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { PasswordInput } from "@/design/password-input";
import { type Enrolment, useEnrol } from "./api";
import { newPassword, newPasswordHint, TotpFields } from "./credential-fields";

const schema = v.object({
  password: newPassword,
  code: v.pipe(
    v.string(),
    v.length(6, () => i18n._("Enter the 6-digit code from your authenticator app.")),
  ),
});

type EnrolFormProps = { token: string; enrolment: Enrolment; onDone: () => void };

/** The colleague sets a password and an authenticator app. */
export function EnrolForm({ token, enrolment, onDone }: EnrolFormProps) {
  const enrol = useEnrol();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, control, handleSubmit, resetField, setError, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { password: "", code: "" },
  });
  const { errors } = formState;

  const save = handleSubmit(async ({ password, code }) => {
    setRefusal(null);
    try {
      await enrol.mutateAsync({ token, password, code, setup: enrolment.totp.setup });
      onDone();
    } catch (error) {
      if (error instanceof ProblemError && error.code === "CODE_INVALID") {
        resetField("code");
        const message = i18n._("Incorrect code. Check that your phone’s clock is set automatically.");
        setError("code", { type: error.code, message });
      } else setRefusal(setFieldErrors(error, ["password"], setError));
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <input type="hidden" autoComplete="username" value={enrolment.login} readOnly />
      <Field label={i18n._("New password")} error={errors.password?.message} hint={newPasswordHint()}>
        <PasswordInput {...register("password")} autoComplete="new-password" />
      </Field>
      <p className="text-14 text-ink-2">
        {i18n._("Scan this with an app like Aegis, Google Authenticator or 1Password.")}
      </p>
      <Controller
        control={control}
        name="code"
        render={({ field }) => (
          <TotpFields
            setup={enrolment.totp}
            code={field.value}
            onCode={field.onChange}
            error={errors.code?.message}
          />
        )}
      />
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <Button type="submit" size="large" fullWidth pending={formState.isSubmitting}>
        {i18n._("Finish and sign in")}
      </Button>
    </form>
  );
}
