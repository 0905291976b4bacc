import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { describeProblem, setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { StepUpCancelled } from "@/session/step-up";
import { useAskForEmailChange, useConfirmEmailChange } from "./api";
import { CodeForm } from "./code-form";

function addressSchema() {
  const message = i18n._("Enter a valid email, such as ann@example.org.");
  return v.object({ email: v.pipe(v.string(), v.trim(), v.regex(/^\S+@\S+$/, message)) });
}

type EmailAddressFormProps = {
  onPending: (isPending: boolean) => void;
  onAsked: (address: string) => void;
};

export function EmailAddressForm({ onPending, onAsked }: EmailAddressFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(addressSchema()),
    defaultValues: { email: "" },
  });
  const ask = useAskForEmailChange();
  const [refusal, setRefusal] = useState<string | null>(null);

  const send = handleSubmit(async ({ email }) => {
    setRefusal(null);
    onPending(true);
    try {
      await ask.mutateAsync(email);
      onAsked(email);
    } catch (error) {
      if (error instanceof StepUpCancelled) return;
      if (error instanceof ProblemError && error.code === "EMAIL_TAKEN") {
        setError("email", { type: error.code, message: error.message });
      } else setRefusal(setFieldErrors(error, ["email"], setError));
    } finally {
      onPending(false);
    }
  });

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <p>
        {i18n._(
          "A code goes to your new email and a notice to the old one. Withdrawals are then paused for 72 hours.",
        )}
      </p>
      <Field label={i18n._("New email address")} error={formState.errors.email?.message}>
        <TextInput type="email" autoComplete="email" {...register("email")} />
      </Field>
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Send code")}
      </Button>
    </form>
  );
}

type EmailCodeFormProps = { address: string; onDone: () => void; onBack: () => void };

export function EmailCodeForm({ address, onDone, onBack }: EmailCodeFormProps) {
  const confirm = useConfirmEmailChange();

  async function send(code: string) {
    await confirm.mutateAsync(code);
    toast.add({ severity: "success", summary: i18n._("Email address changed"), life: 5000 });
    onDone();
  }

  return (
    <CodeForm
      label={i18n._("Code from the email")}
      error={confirm.error && explainCode(confirm.error)}
      action={i18n._("Change email")}
      isPending={confirm.isPending}
      onCode={send}
      footer={
        <Button severity="link" size="small" onClick={onBack}>
          {i18n._("Use another email")}
        </Button>
      }
    >
      <p>{i18n._("Enter the 6-digit code sent to {address}. It expires in 10 minutes.", { address })}</p>
    </CodeForm>
  );
}

function explainCode(error: Error): string {
  if (!(error instanceof ProblemError) || error.code !== "CODE_INVALID") return describeProblem(error);
  const left = Number(error.body.attempts_left);
  if (!Number.isInteger(left)) return error.message;
  return i18n._(
    "{left, plural, one {Incorrect code. # attempt left.} other {Incorrect code. # attempts left.}}",
    {
      left,
    },
  );
}
