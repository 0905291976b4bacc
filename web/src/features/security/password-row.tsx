import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { PasswordInput } from "@/design/password-input";
import { PasswordStrength } from "@/design/password-strength";
import { toast } from "@/design/toast";
import { PASSWORD_LENGTH } from "@/lib/password-strength";
import type { Client } from "@/session/client";
import { useChangePassword } from "./api";
import { SettingRow } from "./setting-row";

const FIELDS = ["current_password", "password"] as const;

export function PasswordRow({ client }: { client: Client }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow
      id="password"
      icon="lock"
      title={i18n._("Password")}
      action={
        <Button severity="secondary" size="small" onClick={() => setOpen(true)}>
          {i18n._("Change password")}
        </Button>
      }
    >
      {i18n._("All other devices are signed out, and withdrawals are paused for 24 hours.")}
      <PasswordDialog isOpen={isOpen} email={client.email} onClose={() => setOpen(false)} />
    </SettingRow>
  );
}

function passwordSchema() {
  const { least, most } = PASSWORD_LENGTH;
  return v.object({
    current_password: v.pipe(v.string(), v.nonEmpty(i18n._("Enter your current password."))),
    password: v.pipe(
      v.string(),
      v.minLength(least, i18n._("Use at least {count} characters.", { count: least })),
      v.maxLength(most, i18n._("Use at most {count} characters.", { count: most })),
    ),
  });
}

type PasswordDialogProps = { isOpen: boolean; email: string; onClose: () => void };

function PasswordDialog({ isOpen, email, onClose }: PasswordDialogProps) {
  return (
    <Modal open={isOpen} onClose={onClose} closeOnMask={false} title={i18n._("Change your password")}>
      <PasswordForm email={email} onDone={onClose} />
    </Modal>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { register, handleSubmit, control, setError, formState } = useForm({
    resolver: valibotResolver(passwordSchema()),
    defaultValues: { current_password: "", password: "" },
  });
  const change = useChangePassword();
  const [refusal, setRefusal] = useState<string | null>(null);
  const password = useWatch({ control, name: "password" });

  const save = handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await change.mutateAsync(values);
      toast.success(i18n._("Password changed"));
      onDone();
    } catch (error) {
      if (error instanceof ProblemError && error.code === "INVALID_CREDENTIALS") {
        setError("current_password", { type: error.code, message: i18n._("Incorrect password.") });
        return;
      }
      setRefusal(setFieldErrors(error, FIELDS, setError));
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {refusal && <Banner severity="error">{refusal}</Banner>}
      {/* Password managers need the username. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label={i18n._("Current password")} error={formState.errors.current_password?.message}>
        <PasswordInput {...register("current_password")} />
      </Field>
      <Field label={i18n._("New password")} error={formState.errors.password?.message}>
        <PasswordInput {...register("password")} autoComplete="new-password" />
      </Field>
      <PasswordStrength password={password} email={email} />
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Set new password")}
      </Button>
    </form>
  );
}
