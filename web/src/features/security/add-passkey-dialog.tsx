import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Field } from "@/design/field";
import { Modal } from "@/design/modal";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { StepUpCancelled } from "@/session/step-up";
import { useAddPasskey } from "./api";
import { explainPasskeyError, suggestPasskeyName } from "./passkey-texts";

const MAX_NAME_LENGTH = 60;

type AddPasskeyDialogProps = { isOpen: boolean; onClose: () => void };

export function AddPasskeyDialog({ isOpen, onClose }: AddPasskeyDialogProps) {
  const [isPending, setPending] = useState(false);
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      closable={!isPending}
      closeOnEscape={!isPending}
      closeOnMask={false}
      title={i18n._("Add a passkey")}
    >
      <AddPasskeyForm onPending={setPending} onDone={onClose} />
    </Modal>
  );
}

type AddPasskeyFormProps = { onPending: (isPending: boolean) => void; onDone: () => void };

function AddPasskeyForm({ onPending, onDone }: AddPasskeyFormProps) {
  const [name, setName] = useState(() => suggestPasskeyName(navigator.userAgent));
  const add = useAddPasskey();
  const error = add.error instanceof StepUpCancelled ? null : add.error;
  const wanted = name.trim();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (wanted === "" || add.isPending) return;
    onPending(true);
    try {
      const passkey = await add.mutateAsync(wanted);
      const summary = i18n._("Passkey {name} added", { name: passkey.name });
      toast.add({ severity: "success", summary, life: 5000 });
      onDone();
    } catch {
      // The form shows the error.
    } finally {
      onPending(false);
    }
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {error && <Banner severity="error">{explainPasskeyError(error)}</Banner>}
      <p>{i18n._("Your browser will ask you to unlock this device, a phone or a security key.")}</p>
      <Field
        label={i18n._("Name")}
        hint={i18n._("Helps you recognize it later.")}
        error={wanted === "" ? i18n._("Enter a name.") : undefined}
      >
        <TextInput
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" icon="fingerprint" fullWidth pending={add.isPending}>
        {i18n._("Create passkey")}
      </Button>
    </form>
  );
}
