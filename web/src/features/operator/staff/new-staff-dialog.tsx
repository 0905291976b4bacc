import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { VERBATIM } from "@/design/control-class";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { RadioGroup } from "@/design/radio-group";
import { SecretText } from "@/design/secret-text";
import { TextInput } from "@/design/text-input";
import { Refusal } from "@/features/operator/proposals/refusal";
import { formatDateTime } from "@/lib/dates";
import { type EnrolmentLink, type StaffDraft, useProposeStaff } from "./api";
import { type RoleName, roleOptions } from "./roles";

type NewStaffDialogProps = {
  isOpen: boolean;
  roleName: RoleName;
  onClose: () => void;
  onProposed: () => void;
};

export function NewStaffDialog({ isOpen, onClose, ...form }: NewStaffDialogProps) {
  return (
    <Modal open={isOpen} onClose={onClose} closeOnMask={false} title={i18n._("Add colleague")}>
      <NewStaffForm {...form} />
    </Modal>
  );
}

const schema = v.object({
  login: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.regex(/^[a-z0-9][a-z0-9._-]{1,39}$/, () =>
      i18n._("2 to 40 lowercase letters, digits, dots, dashes and underscores."),
    ),
  ),
  role: v.picklist(["admin", "compliance", "support", "treasury", "editor"]),
});

function NewStaffForm({ roleName, onProposed }: Pick<NewStaffDialogProps, "roleName" | "onProposed">) {
  const propose = useProposeStaff();
  const [refusal, setRefusal] = useState<unknown>(null);
  const { register, handleSubmit, setError, formState } = useForm<StaffDraft>({
    resolver: valibotResolver(schema),
    // Not admin by default.
    defaultValues: { login: "", role: "support" },
  });

  const save = handleSubmit(async (draft) => {
    setRefusal(null);
    try {
      await propose.mutateAsync(draft);
      onProposed();
    } catch (error) {
      const isTaken = error instanceof ProblemError && error.code === "STATE_CONFLICT" && !error.body.command;
      if (isTaken) {
        setError("login", { type: error.code, message: error.message }, { shouldFocus: true });
      } else if (setFieldErrors(error, ["login", "role"], setError)) setRefusal(error);
    }
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <Field
        label={i18n._("Username")}
        error={formState.errors.login?.message}
        hint={i18n._("Shown with every action they take. Can’t be changed later.")}
      >
        <TextInput {...VERBATIM} {...register("login")} />
      </Field>
      <Field label={i18n._("Role")} kind="group" error={formState.errors.role?.message}>
        <RadioGroup look="cards" options={roleOptions(roleName)} {...register("role")} />
      </Field>
      <Refusal error={refusal} />
      <Button type="submit" fullWidth pending={formState.isSubmitting}>
        {i18n._("Propose colleague")}
      </Button>
    </form>
  );
}

export type Handover = { login: string; link: EnrolmentLink };

type LinkDialogProps = { handover: Handover | null; onDone: () => void };

/** The enrolment link of a colleague. It is shown only once, so only the button closes the dialog. */
export function LinkDialog({ handover, onDone }: LinkDialogProps) {
  return (
    <Modal
      open={handover !== null}
      onClose={onDone}
      closable={false}
      closeOnEscape={false}
      closeOnMask={false}
      title={i18n._("Enrollment link")}
    >
      {handover && (
        <div className="flex flex-col gap-4">
          <Banner severity="warn">
            {i18n._("Shown once. Give it only to {login}, in person or over a trusted channel.", {
              login: handover.login,
            })}
          </Banner>
          <SecretText label={i18n._("enrollment link")} value={location.origin + handover.link.path} />
          <p className="text-13 text-ink-2">
            {i18n._(
              "It works once, until {time}. {login} sets a password and an authenticator app that you never see.",
              { login: handover.login, time: formatDateTime(handover.link.expires_at) },
            )}
          </p>
          <Button fullWidth onClick={onDone}>
            {i18n._("I’ve handed it over")}
          </Button>
        </div>
      )}
    </Modal>
  );
}
