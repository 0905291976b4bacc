import { i18n } from "@lingui/core";
import { type FormEvent, useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { mutationDialog } from "@/api/operator-dialogs";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { TextInput } from "@/design/text-input";
import { formatDateTime } from "@/lib/dates";
import { canUsePasskeys, passkeyFault } from "@/lib/webauthn";
import { type Passkey, useAddPasskey, useRemovePasskey } from "./api";

const MAX_NAME = 60;

export function PasskeyCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <Card title={i18n._("Passkeys")}>
      <div className="flex flex-col gap-4">
        <p className="text-13 text-ink-2">
          {i18n._("Sign in and confirm with your fingerprint, face or a security key. Can’t be phished.")}
        </p>
        {passkeys.length > 0 && (
          <ul className="divide-y divide-line rounded-control border border-line">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
        {canUsePasskeys() ? (
          <AddPasskey />
        ) : (
          <p className="text-13 text-warn">{i18n._("This browser doesn’t support passkeys here.")}</p>
        )}
      </div>
    </Card>
  );
}

function PasskeyRow({ passkey: { id, name, created_at } }: { passkey: Passkey }) {
  const [isAsked, setAsked] = useState(false);
  const { confirm, dialog } = mutationDialog({
    mutation: useRemovePasskey(),
    onClose: () => setAsked(false),
  });

  return (
    <li className="flex items-center gap-3 py-1.5 pe-1.5 ps-3">
      <div className="min-w-0 grow">
        <p className="text-14 text-ink wrap-anywhere">{name}</p>
        <p className="text-12 text-ink-3">{i18n._("Added {time}", { time: formatDateTime(created_at) })}</p>
      </div>
      <IconButton
        icon="trash"
        size="small"
        label={i18n._("Remove passkey {name}", { name })}
        onClick={() => setAsked(true)}
      />
      <ConfirmDialog
        open={isAsked}
        title={i18n._("Remove passkey {name}?", { name })}
        consequences={[i18n._("It no longer signs you in.")]}
        confirmLabel={i18n._("Remove passkey")}
        severity="error"
        onConfirm={() => confirm(id)}
        {...dialog}
      />
    </li>
  );
}

function AddPasskey() {
  const add = useAddPasskey();
  const [name, setName] = useState("");
  const wanted = name.trim();
  const isShown = add.error && passkeyFault(add.error) !== "declined";

  function submit(event: FormEvent) {
    event.preventDefault();
    if (wanted !== "" && !add.isPending) add.mutate(wanted, { onSuccess: () => setName("") });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={i18n._("Passkey name")}>
        <TextInput
          value={name}
          maxLength={MAX_NAME}
          autoComplete="off"
          placeholder={i18n._("e.g. Office security key")}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {isShown && <Banner severity="error">{describeProblem(add.error)}</Banner>}
      <Button
        type="submit"
        severity="secondary"
        icon="fingerprint"
        pending={add.isPending}
        disabled={wanted === ""}
        className="self-start"
      >
        {i18n._("Add passkey")}
      </Button>
    </form>
  );
}
