import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useId, useState } from "react";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import * as v from "valibot";
import { setFieldErrors } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { RadioGroup } from "@/design/radio-group";
import { TextArea } from "@/design/text-area";
import type { Rejection, RejectionReason } from "./api";
import { REASONS, reasonMessage, reasonName } from "./texts";

const MAX_MESSAGE_LENGTH = 500;

/** The message to the client about a decision. */
export const messageSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, () => i18n._("Tell the client why and what to do next.")),
  v.maxLength(MAX_MESSAGE_LENGTH, () =>
    i18n._("Enter at most {most} characters.", { most: MAX_MESSAGE_LENGTH }),
  ),
);

const schema = v.object({
  reason: v.picklist(REASONS, () => i18n._("Choose a reason.")),
  message: messageSchema,
});

interface RejectDialogProps {
  open: boolean;
  name: string;
  onReject: (rejection: Rejection) => Promise<unknown>;
  onClose: () => void;
}

export function RejectDialog({ open, name, onReject, onClose }: RejectDialogProps) {
  const formId = useId();
  const [isPending, setPending] = useState(false);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={i18n._("Reject {name}?", { name })}
      widthClass="max-w-xl"
      closable={!isPending}
      closeOnEscape={!isPending}
      closeOnMask={!isPending}
      footer={
        <>
          <Button severity="secondary" disabled={isPending} onClick={onClose}>
            {i18n._("Cancel")}
          </Button>
          <Button severity="error" type="submit" form={formId} pending={isPending}>
            {i18n._("Reject")}
          </Button>
        </>
      }
    >
      <RejectForm id={formId} onReject={onReject} onPending={setPending} />
    </Modal>
  );
}

interface RejectFormProps {
  id: string;
  onReject: RejectDialogProps["onReject"];
  onPending: (isPending: boolean) => void;
}

function RejectForm({ id, onReject, onPending }: RejectFormProps) {
  const { register, handleSubmit, getValues, setValue, setError, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { message: "" },
  });
  const [problem, setProblem] = useState<string | null>(null);

  function suggest(reason: RejectionReason) {
    const written = getValues("message");
    const isSuggested = REASONS.some((other) => reasonMessage(other) === written);
    // Do not overwrite an edited message.
    if (isSuggested) setValue("message", reasonMessage(reason), { shouldValidate: formState.isSubmitted });
  }

  const send = handleSubmit(async (rejection) => {
    setProblem(null);
    onPending(true);
    await onReject(rejection).catch((error: unknown) =>
      setProblem(setFieldErrors(error, ["reason", "message"], setError)),
    );
    onPending(false);
  });

  return (
    <form id={id} noValidate onSubmit={send} className="flex flex-col gap-5">
      <Field label={i18n._("Reason")} kind="group" error={formState.errors.reason?.message}>
        <RadioGroup
          {...register("reason")}
          options={REASONS.map((reason) => ({ value: reason, label: reasonName(reason) }))}
          onValueChange={suggest}
          className="sm:grid sm:grid-cols-2"
        />
      </Field>
      <MessageField field={register("message")} error={formState.errors.message?.message} />
      {problem && <Banner severity="error">{problem}</Banner>}
    </form>
  );
}

type MessageFieldProps = { field: UseFormRegisterReturn; error: string | undefined };

export function MessageField({ field, error }: MessageFieldProps) {
  return (
    <Field
      label={i18n._("Message to the client")}
      hint={i18n._("Shown in the client’s account and sent by email.")}
      error={error}
    >
      <TextArea rows={4} {...field} />
    </Field>
  );
}
