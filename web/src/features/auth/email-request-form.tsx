import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useForm } from "react-hook-form";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { ProblemBanner } from "./problem-banner";
import { emailSchema } from "./schemas";
import { useWait } from "./use-wait";

type MailRequest = {
  mutate: (email: string, reactions: { onSuccess: () => void; onError: (error: Error) => void }) => void;
  error: Error | null;
  isPending: boolean;
};

type EmailRequestFormProps = {
  /** The call that requests the email. */
  request: MailRequest;
  submitLabel: string;
  onSent: (email: string) => void;
};

/** Requests an email to an address. The answer is the same whether an account exists or not. */
export function EmailRequestForm({ request, submitLabel, onSent }: EmailRequestFormProps) {
  const { wait, waitAfter } = useWait();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: valibotResolver(emailSchema),
    defaultValues: { email: "" },
  });

  function submit({ email }: { email: string }) {
    if (request.isPending || wait > 0) return;
    request.mutate(email, {
      onSuccess: () => onSent(email),
      onError(error) {
        waitAfter(error);
        setFieldErrors(error, ["email"], setError);
      },
    });
  }

  const isAtField = request.error instanceof ProblemError && request.error.errors.length > 0;
  return (
    <form onSubmit={handleSubmit(submit)} noValidate className="flex flex-col gap-5">
      <Field label={i18n._("Email address")} error={formState.errors.email?.message}>
        <TextInput {...register("email")} type="email" size="large" autoComplete="username" />
      </Field>
      {!isAtField && <ProblemBanner error={request.error} wait={wait} />}
      <Button type="submit" size="large" fullWidth pending={request.isPending} disabled={wait > 0}>
        {submitLabel}
      </Button>
    </form>
  );
}
