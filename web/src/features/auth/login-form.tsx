import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { PasswordInput } from "@/design/password-input";
import { RichText } from "@/design/rich-text";
import { TextInput } from "@/design/text-input";
import { pageExists } from "@/lib/page-paths";
import { AuthFrame, TextLink } from "./auth-frame";
import { PasskeySignIn } from "./passkey-sign-in";
import { ProblemBanner } from "./problem-banner";
import { loginSchema } from "./schemas";
import { SecondFactorForm } from "./second-factor-form";
import {
  type FirstStepOutcomes,
  type SecondStep,
  useFirstStep,
  useRedirectAfterSignIn,
} from "./sign-in-steps";

type LoginFormProps = {
  /** The redirect after sign-in, from the URL. */
  next?: unknown;
};

/** Sign-in with a password and, where set up, a second factor; or with a passkey. */
export function LoginForm({ next }: LoginFormProps) {
  const redirect = useRedirectAfterSignIn(next);
  const [second, setSecond] = useState<SecondStep | null>(null);

  if (second) return <SecondFactorForm {...second} onSignedIn={redirect} onBack={() => setSecond(null)} />;
  const way = typeof next === "string" ? { next } : {};
  return (
    <AuthFrame
      title={i18n._("Sign in")}
      footer={
        <>
          {pageExists("/register") && (
            <p>
              {i18n._("No account yet?")} <TextLink to="/register">{i18n._("Create one")}</TextLink>
            </p>
          )}
          <p>
            {i18n._("Prefer no password?")}{" "}
            <TextLink to="/knock-knock" search={way}>
              {i18n._("Sign in with an email link")}
            </TextLink>
          </p>
        </>
      }
    >
      <PasswordStep onSignedIn={redirect} onSecondFactor={setSecond} />
      <Divider>{i18n._("or")}</Divider>
      <PasskeySignIn onSignedIn={redirect} />
    </AuthFrame>
  );
}

function PasswordStep(outcomes: FirstStepOutcomes) {
  const { startSignIn, error, wait, isPending } = useFirstStep(outcomes);
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(loginSchema),
    defaultValues: { login: "", password: "" },
  });

  const texts = { INVALID_CREDENTIALS: i18n._("Incorrect email or password.") };
  return (
    <form onSubmit={handleSubmit(startSignIn)} noValidate className="flex flex-col gap-5">
      <Field label={i18n._("Email address")} error={formState.errors.login?.message}>
        <TextInput {...register("login")} type="email" size="large" autoComplete="username" />
      </Field>
      <Field
        label={i18n._("Password")}
        error={formState.errors.password?.message}
        aside={<TextLink to="/password">{i18n._("Forgot your password?")}</TextLink>}
      >
        <PasswordInput {...register("password")} size="large" />
      </Field>
      <ProblemBanner error={error} texts={texts} wait={wait} />
      {wait > 0 && (
        <p className="text-14">
          <RichText
            text={i18n._("Don’t want to wait? <link>Get a sign-in link by email</link>")}
            tags={{ link: (words) => <TextLink to="/knock-knock">{words}</TextLink> }}
          />
        </p>
      )}
      <Button type="submit" size="large" fullWidth pending={isPending} disabled={wait > 0}>
        {i18n._("Sign in")}
      </Button>
    </form>
  );
}

/** A labelled divider between two alternatives. */
function Divider({ children }: { children: string }) {
  return (
    <div className="flex items-center gap-3 text-13 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}
