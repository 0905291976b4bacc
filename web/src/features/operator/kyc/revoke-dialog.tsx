import { valibotResolver } from "@hookform/resolvers/valibot";
import { i18n } from "@lingui/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { placeProblems } from "@/api/form-problems";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { MessageField, messageSchema } from "./message-field";

const schema = v.object({ message: messageSchema });

interface RevokeDialogProps {
  open: boolean;
  name: string;
  onRevoke: (message: string) => Promise<unknown>;
  onClose: () => void;
}

export function RevokeDialog({ open, name, onRevoke, onClose }: RevokeDialogProps) {
  const { control, handleSubmit, reset, setError, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { message: "" },
  });
  const [problem, setProblem] = useState<string | null>(null);

  const send = handleSubmit(async ({ message }) => {
    setProblem(null);
    try {
      await onRevoke(message);
      reset();
    } catch (error) {
      setProblem(placeProblems(error, ["message"], setError));
    }
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Revoke approval of {name}?", { name })}
      consequences={[
        i18n._("The client loses verified status and any level that requires it."),
        i18n._("The client gets an email and can upload new photos immediately."),
      ]}
      confirmLabel={i18n._("Revoke")}
      severity="error"
      pending={formState.isSubmitting}
      error={problem ?? undefined}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      <MessageField control={control} name="message" />
    </ConfirmDialog>
  );
}
