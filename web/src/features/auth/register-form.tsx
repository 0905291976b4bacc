import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type UseFormSetError, useForm } from "react-hook-form";
import type * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { Checkbox } from "@/design/checkbox";
import { Field } from "@/design/field";
import { NewTabLink } from "@/design/new-tab-link";
import { PasswordInput } from "@/design/password-input";
import { PasswordStrength } from "@/design/password-strength";
import { RichText } from "@/design/rich-text";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { site } from "@/session/site";
import { termsQuery, useRegister } from "./api";
import { AuthFrame, TextLink } from "./auth-frame";
import { ProblemBanner } from "./problem-banner";
import { registrationSchema } from "./schemas";
import { useRedirectAfterSignIn } from "./sign-in-steps";
import { useWait } from "./use-wait";

type RegistrationInput = v.InferInput<typeof registrationSchema>;

type RegisterFormProps = {
  /** A prefilled address, such as from the landing page. */
  email?: string;
  referralCode?: string;
};

export function RegisterForm({ email = "", referralCode = "" }: RegisterFormProps) {
  return (
    <AuthFrame
      title={i18n._("Create your account")}
      intro={i18n._("All you need is an email and a password.")}
      footer={
        <p>
          {i18n._("Already have an account?")} <TextLink to="/login">{i18n._("Sign in")}</TextLink>
        </p>
      }
    >
      <Fields email={email} referralCode={referralCode} />
    </AuthFrame>
  );
}

function Fields({ email, referralCode }: Required<RegisterFormProps>) {
  const registration = useRegistration();
  const { register, handleSubmit, formState, setError, watch } = useForm({
    resolver: valibotResolver(registrationSchema),
    defaultValues: {
      email,
      password: "",
      accept_terms: false,
      referral_code: hasReferrals() ? referralCode : "",
    },
  });
  const { errors } = formState;

  return (
    <form
      onSubmit={handleSubmit((values) => registration.submit(values, setError))}
      noValidate
      className="flex flex-col gap-5"
    >
      <Field label={i18n._("Email address")} error={errors.email && <EmailProblem {...errors.email} />}>
        <TextInput {...register("email")} type="email" size="large" autoComplete="username" />
      </Field>
      <div className="flex flex-col gap-2">
        <Field label={i18n._("Password")} error={errors.password?.message}>
          <PasswordInput {...register("password")} size="large" autoComplete="new-password" />
        </Field>
        <PasswordStrength password={watch("password")} email={watch("email")} />
      </div>
      {hasReferrals() && (
        <Field label={i18n._("Referral code")} optional error={errors.referral_code?.message}>
          <TextInput
            {...register("referral_code")}
            size="large"
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
          />
        </Field>
      )}
      <Checkbox {...register("accept_terms")} label={<Terms />} error={errors.accept_terms?.message} />
      {registration.problem}
      <Button
        type="submit"
        size="large"
        fullWidth
        pending={registration.isPending}
        disabled={registration.wait > 0}
      >
        {i18n._("Create account")}
      </Button>
    </form>
  );
}

const hasReferrals = () => site().features.referral;

function useRegistration() {
  const registration = useRegister();
  const router = useRouter();
  const redirect = useRedirectAfterSignIn();
  const { wait, waitAfter } = useWait();

  function submit(
    values: v.InferOutput<typeof registrationSchema>,
    setError: UseFormSetError<RegistrationInput>,
  ) {
    if (registration.isPending || wait > 0) return;
    const { referral_code, ...draft } = values;
    registration.mutate(
      { ...draft, ...(referral_code && { referral_code }) },
      {
        onSuccess(client) {
          if (client) return redirect(client);
          const summary = i18n._("Account created");
          toast.add({ severity: "info", summary, detail: i18n._("Sign in to continue.") });
          void router.navigate({ to: "/login" });
        },
        onError(error) {
          waitAfter(error);
          if (isTaken(error)) setError("email", { type: "EMAIL_TAKEN" }, { shouldFocus: true });
          else setFieldErrors(error, ["email", "password", "referral_code", "accept_terms"], setError);
        },
      },
    );
  }

  const { error } = registration;
  const isAtField = error instanceof ProblemError && (isTaken(error) || error.errors.length > 0);
  const problem = !isAtField && <ProblemBanner error={error} wait={wait} />;
  return { submit, wait, problem, isPending: registration.isPending };
}

function isTaken(error: unknown): boolean {
  return error instanceof ProblemError && error.code === "EMAIL_TAKEN";
}

function EmailProblem({ type, message }: { type?: string | undefined; message?: string | undefined }) {
  if (type !== "EMAIL_TAKEN") return message;
  return (
    <>
      {i18n._("This email already has an account.")} <TextLink to="/login">{i18n._("Sign in")}</TextLink>
    </>
  );
}

/** Only what the site has published is asked for; while that loads, nothing more than the policy. */
function Terms() {
  const { data } = useQuery(termsQuery);
  const hasTerms = (data?.items.length ?? 0) > 0;
  const text = hasTerms
    ? i18n._("I accept the <terms>terms</terms> and the <link>privacy policy</link>")
    : i18n._("I accept the <link>privacy policy</link>");
  const tags = {
    terms: (words: string) => <NewTabLink href="/terms">{words}</NewTabLink>,
    link: (words: string) => <NewTabLink href="/privacy">{words}</NewTabLink>,
  };
  return <RichText text={text} tags={tags} />;
}
