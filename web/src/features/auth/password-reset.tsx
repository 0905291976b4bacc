import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Button, buttonClass } from "@/design/button";
import { Field } from "@/design/field";
import { PasswordInput } from "@/design/password-input";
import { PasswordStrength } from "@/design/password-strength";
import { useAskForPasswordReset, useResetPassword } from "./api";
import { AuthFrame, DeadLink, isDeadLink, MailSent, TextLink } from "./auth-frame";
import { EmailRequestForm } from "./email-request-form";
import { ProblemBanner } from "./problem-banner";
import { newPasswordSchema } from "./schemas";
import { useWait } from "./use-wait";

/** Requests a password reset. */
export function PasswordRequest() {
  const request = useAskForPasswordReset();
  const [sentTo, setSentTo] = useState<string | null>(null);

  if (sentTo) return <MailSent email={sentTo} onBack={() => setSentTo(null)} />;
  return (
    <AuthFrame
      title={i18n._("Forgot your password?")}
      intro={i18n._("Enter your email to get a link for setting a new password.")}
      footer={
        <p>
          {i18n._("Remembered your password?")} <TextLink to="/login">{i18n._("Sign in")}</TextLink>
        </p>
      }
    >
      <EmailRequestForm request={request} submitLabel={i18n._("Send link")} onSent={setSentTo} />
    </AuthFrame>
  );
}

/** Sets a new password with the code of an emailed link. */
export function NewPasswordForm({ code }: { code: string }) {
  const reset = useResetPassword();
  const { wait, waitAfter } = useWait();
  const { register, handleSubmit, formState, setError, watch } = useForm({
    resolver: valibotResolver(newPasswordSchema),
    defaultValues: { password: "" },
  });

  function submit({ password }: { password: string }) {
    if (reset.isPending || wait > 0) return;
    reset.mutate(
      { code, password },
      {
        onError(error) {
          waitAfter(error);
          setFieldErrors(error, ["password"], setError);
        },
      },
    );
  }

  if (reset.isSuccess) return <PasswordSet />;
  if (isDeadLink(reset.error)) {
    return <DeadLink to="/password" action={i18n._("Request a new link")} />;
  }
  const isAtField = reset.error instanceof ProblemError && reset.error.errors.length > 0;
  return (
    <AuthFrame
      title={i18n._("Set a new password")}
      intro={i18n._("You’ll be signed out on every device, and your API keys will stop working.")}
    >
      <form onSubmit={handleSubmit(submit)} noValidate className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <Field label={i18n._("New password")} error={formState.errors.password?.message}>
            <PasswordInput {...register("password")} size="large" autoComplete="new-password" />
          </Field>
          <PasswordStrength password={watch("password")} />
        </div>
        {!isAtField && <ProblemBanner error={reset.error} wait={wait} />}
        <Button type="submit" size="large" fullWidth pending={reset.isPending} disabled={wait > 0}>
          {i18n._("Set password")}
        </Button>
      </form>
    </AuthFrame>
  );
}

function PasswordSet() {
  return (
    <AuthFrame
      title={i18n._("Password changed")}
      intro={
        <p role="status">{i18n._("All sessions and API keys have ended. Sign in with your new password.")}</p>
      }
    >
      <Link to="/login" className={buttonClass({ size: "large", fullWidth: true })}>
        {i18n._("Sign in")}
      </Link>
    </AuthFrame>
  );
}
