import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { describeProblem, setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button, buttonClass } from "@/design/button";
import { Field } from "@/design/field";
import { FormModal } from "@/design/modal";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { maskEmail } from "@/lib/mask-email";
import { pageExists } from "@/lib/page-paths";
import type { Client } from "@/session/client";
import { StepUpCancelled } from "@/session/step-up";
import { AntiPhishingRow } from "./anti-phishing-row";
import { useAskForEmailChange, useConfirmEmailChange, useFreezeAccount } from "./api";
import { CodeForm } from "./code-form";
import { ConfirmAction } from "./confirm-action";
import { PasskeysRow } from "./passkeys-row";
import { PasswordRow } from "./password-row";
import { SettingRow, SettingRows } from "./setting-row";
import { TotpRow } from "./totp-row";

const CONTACT = "/personal/contact";

function FreezeRow() {
  const freeze = useFreezeAccount();

  if (freeze.isSuccess) return <FrozenRow />;
  return (
    <SettingRow
      id="freeze"
      icon="snowflake"
      title={i18n._("Freeze account")}
      action={
        <ConfirmAction
          label={i18n._("Freeze account")}
          title={i18n._("Freeze your account?")}
          consequences={[
            i18n._("No one, including you, can trade, withdraw or change anything."),
            i18n._("All other devices are signed out."),
            i18n._("Your assets stay safe in your account."),
            i18n._("Only support can unfreeze it, after confirming it’s you."),
          ]}
          mutation={freeze}
        />
      }
    >
      {i18n._("Someone else in your account? Freeze it. Only support can unfreeze.")}
    </SettingRow>
  );
}

function FrozenRow() {
  return (
    <SettingRow
      id="freeze"
      icon="snowflake"
      title={i18n._("Freeze account")}
      status={<Badge severity="warn">{i18n._("Frozen")}</Badge>}
    >
      <Banner
        severity="warn"
        action={
          pageExists(CONTACT) && (
            <Link to={CONTACT} className={buttonClass({ severity: "secondary", size: "small" })}>
              {i18n._("Contact support")}
            </Link>
          )
        }
      >
        {i18n._("Your account is frozen. You can view everything; contact support to unfreeze it.")}
      </Banner>
    </SettingRow>
  );
}

export function SecurityRows({ client }: { client: Client }) {
  return (
    <>
      <SettingRows title={i18n._("Signing in")}>
        <EmailRow client={client} />
        <PasswordRow client={client} />
      </SettingRows>
      <SettingRows title={i18n._("Two-factor authentication (2FA)")}>
        <TotpRow client={client} />
        <PasskeysRow client={client} />
      </SettingRows>
      <SettingRows title={i18n._("Protection")}>
        <AntiPhishingRow client={client} />
        <FreezeRow />
      </SettingRows>
    </>
  );
}

function EmailRow({ client }: { client: Client }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow
      id="email-address"
      icon="mail"
      title={i18n._("Email address")}
      status={client.email_is_confirmed && <Badge severity="success">{i18n._("Confirmed")}</Badge>}
      action={
        <Button severity="secondary" size="small" onClick={() => setOpen(true)}>
          {i18n._("Change email")}
        </Button>
      }
    >
      {maskEmail(client.email)}
      <FormModal open={isOpen} onClose={() => setOpen(false)} title={i18n._("Change your email address")}>
        {(onPending) => <EmailSteps onPending={onPending} onDone={() => setOpen(false)} />}
      </FormModal>
    </SettingRow>
  );
}

type EmailStepsProps = { onPending: (isPending: boolean) => void; onDone: () => void };

function EmailSteps({ onPending, onDone }: EmailStepsProps) {
  const [address, setAddress] = useState<string | null>(null);
  return address === null ? (
    <EmailAddressForm onPending={onPending} onAsked={setAddress} />
  ) : (
    <EmailCodeForm address={address} onDone={onDone} onBack={() => setAddress(null)} />
  );
}

function addressSchema() {
  const message = i18n._("Enter a valid email, such as ann@example.org.");
  return v.object({ email: v.pipe(v.string(), v.trim(), v.regex(/^\S+@\S+$/, message)) });
}

type EmailAddressFormProps = {
  onPending: (isPending: boolean) => void;
  onAsked: (address: string) => void;
};

function EmailAddressForm({ onPending, onAsked }: EmailAddressFormProps) {
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

function EmailCodeForm({ address, onDone, onBack }: EmailCodeFormProps) {
  const confirm = useConfirmEmailChange();

  async function send(code: string) {
    await confirm.mutateAsync(code);
    toast.success(i18n._("Email address changed"));
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
