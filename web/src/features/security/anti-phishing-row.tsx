import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import type { Client } from "@/session/client";
import { useChangeAntiPhishingCode } from "./api";
import { SettingRow } from "./setting-row";

export function AntiPhishingRow({ client }: { client: Client }) {
  const [isOpen, setOpen] = useState(false);
  const isSet = client.anti_phishing_code_set;
  return (
    <SettingRow
      id="anti-phishing-code"
      icon="shield-check"
      title={i18n._("Anti-phishing code")}
      status={isSet ? <Badge severity="success">{i18n._("On")}</Badge> : <Badge>{i18n._("Off")}</Badge>}
      action={
        <Button severity="secondary" size="small" onClick={() => setOpen(true)}>
          {isSet ? i18n._("Change code") : i18n._("Choose code")}
        </Button>
      }
    >
      {i18n._("Shown in every genuine email. If it’s missing, it’s phishing.")}
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        closeOnMask={false}
        title={isSet ? i18n._("Change your anti-phishing code") : i18n._("Choose an anti-phishing code")}
      >
        <AntiPhishingForm onDone={() => setOpen(false)} />
      </Modal>
    </SettingRow>
  );
}

function codeSchema() {
  const message = i18n._("Use 4 to 20 characters.");
  return v.object({
    code: v.pipe(v.string(), v.trim(), v.minLength(4, message), v.maxLength(20, message)),
  });
}

function AntiPhishingForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(codeSchema()),
    defaultValues: { code: "" },
  });
  const change = useChangeAntiPhishingCode();
  const [refusal, setRefusal] = useState<string | null>(null);

  const save = handleSubmit(async ({ code }) => {
    setRefusal(null);
    try {
      await change.mutateAsync(code);
      toast.success(i18n._("Anti-phishing code saved"));
      onDone();
    } catch (error) {
      setRefusal(setFieldErrors(error, ["code"], setError));
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {refusal && <Banner severity="error">{refusal}</Banner>}
      <Field
        label={i18n._("Anti-phishing code")}
        hint={i18n._(
          "4 to 20 characters. Don’t use a password: the code is visible in emails. It isn’t shown here again.",
        )}
        error={formState.errors.code?.message}
      >
        <TextInput autoComplete="off" {...register("code")} />
      </Field>
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Save code")}
      </Button>
    </form>
  );
}
