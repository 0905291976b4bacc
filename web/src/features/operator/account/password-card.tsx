import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Field } from "@/design/field";
import { PasswordInput } from "@/design/password-input";
import { toast } from "@/design/toast";
import { useChangePassword } from "./api";
import { newPassword, newPasswordHint } from "./credential-fields";

const schema = v.object({
  current_password: v.pipe(
    v.string(),
    v.nonEmpty(() => i18n._("Enter your password.")),
  ),
  password: newPassword,
});

export function PasswordCard() {
  const change = useChangePassword();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { current_password: "", password: "" },
  });
  const { errors } = formState;

  const save = handleSubmit(async (passwords) => {
    setRefusal(null);
    try {
      await change.mutateAsync(passwords);
      reset();
      toast.add({ severity: "success", summary: i18n._("Password changed"), life: 5000 });
    } catch (error) {
      if (error instanceof ProblemError && error.code === "INVALID_CREDENTIALS") {
        setError("current_password", { type: error.code, message: error.message }, { shouldFocus: true });
      } else setRefusal(setFieldErrors(error, ["current_password", "password"], setError));
    }
  });

  return (
    <Card title={i18n._("Password")}>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <Field label={i18n._("Current password")} error={errors.current_password?.message}>
          <PasswordInput {...register("current_password")} autoComplete="current-password" />
        </Field>
        <Field label={i18n._("New password")} error={errors.password?.message} hint={newPasswordHint()}>
          <PasswordInput {...register("password")} autoComplete="new-password" />
        </Field>
        {refusal && <Banner severity="error">{refusal}</Banner>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" severity="secondary" pending={formState.isSubmitting}>
            {i18n._("Change password")}
          </Button>
          <p className="text-12 text-ink-3">{i18n._("All your other devices are signed out.")}</p>
        </div>
      </form>
    </Card>
  );
}
