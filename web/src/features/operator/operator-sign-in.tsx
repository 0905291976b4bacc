import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { Controller, useForm } from "react-hook-form";
import * as v from "valibot";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { CodeInput } from "@/design/code-input";
import { Field } from "@/design/field";
import { PasskeyButton } from "@/design/passkey-button";
import { PasswordInput } from "@/design/password-input";
import { TextInput } from "@/design/text-input";
import { passkeyFault } from "@/lib/webauthn";
import { useOperatorPasskeySignIn, useOperatorSignIn } from "./api";

const schema = v.object({
  login: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => i18n._("Enter your username.")),
  ),
  password: v.pipe(
    v.string(),
    v.nonEmpty(() => i18n._("Enter your password.")),
  ),
  totp: v.pipe(
    v.string(),
    v.length(6, () => i18n._("Enter the 6-digit code from your authenticator app.")),
  ),
});

/**
 * The sign-in of the console: login, password and code in one step, because all staff have a second factor.
 */
export function OperatorSignIn() {
  const signIn = useOperatorSignIn();
  const { register, control, handleSubmit, resetField, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { login: "", password: "", totp: "" },
  });
  const { errors } = formState;

  const enter = handleSubmit((credentials) =>
    // A code cannot be used twice.
    signIn.mutate(credentials, { onError: () => resetField("totp") }),
  );

  return (
    <div className="flex flex-col gap-3">
      <form onSubmit={enter} noValidate className="flex flex-col gap-5">
        <Field label={i18n._("Username")} error={errors.login?.message}>
          <TextInput {...register("login")} autoComplete="username" autoCapitalize="off" spellCheck={false} />
        </Field>
        <Field label={i18n._("Password")} error={errors.password?.message}>
          <PasswordInput {...register("password")} />
        </Field>
        <Controller
          control={control}
          name="totp"
          render={({ field }) => (
            <Field label={i18n._("Code from your authenticator app")} error={errors.totp?.message}>
              <CodeInput value={field.value} onValueChange={field.onChange} />
            </Field>
          )}
        />
        {signIn.error && <Banner severity="error">{describeProblem(signIn.error)}</Banner>}
        <Button type="submit" size="large" fullWidth pending={signIn.isPending}>
          {i18n._("Sign in")}
        </Button>
      </form>
      <PasskeySignIn />
    </div>
  );
}

/** A passkey counts as both factors; hidden in browsers without support. */
function PasskeySignIn() {
  const signIn = useOperatorPasskeySignIn();
  const isShown = signIn.error && passkeyFault(signIn.error) !== "declined";

  return (
    <>
      <PasskeyButton pending={signIn.isPending} onClick={() => signIn.mutate()} />
      {isShown && <Banner severity="error">{describeProblem(signIn.error)}</Banner>}
    </>
  );
}
