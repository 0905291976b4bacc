import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { IconButton } from "@/design/icon-button";
import { FormModal } from "@/design/modal";
import { QueryView } from "@/design/query-view";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { formatDateTime } from "@/lib/dates";
import { canUsePasskeys } from "@/lib/webauthn";
import type { Client } from "@/session/client";
import { StepUpCancelled } from "@/session/step-up";
import { type Passkey, passkeysQuery, useAddPasskey, useRemovePasskey } from "./api";
import { SettingRow } from "./setting-row";
import { explainPasskeyError, suggestPasskeyName } from "./texts";
import { useRemoval } from "./use-removal";

const MAX_NAME_LENGTH = 60;

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
      toast.success(summary);
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

export function PasskeysRow({ client }: { client: Client }) {
  const passkeys = useQuery(passkeysQuery);
  const [isAdding, setAdding] = useState(false);
  const count = passkeys.data?.items.length ?? client.security.passkeys;
  const isSupported = canUsePasskeys();

  return (
    <SettingRow
      id="passkeys"
      icon="fingerprint"
      title={i18n._("Passkeys")}
      status={count > 0 ? <Badge severity="success">{count}</Badge> : <Badge>{i18n._("None")}</Badge>}
      action={
        <Button severity="secondary" size="small" disabled={!isSupported} onClick={() => setAdding(true)}>
          {i18n._("Add passkey")}
        </Button>
      }
    >
      <p>
        {i18n._("Sign in with your fingerprint, face or device PIN. Passkeys can’t be phished or guessed.")}
      </p>
      {!isSupported && (
        <p className="mt-1 text-warn">{i18n._("This browser doesn’t support passkeys here.")}</p>
      )}
      {count > 0 && (
        <div className="mt-3">
          <QueryView query={passkeys}>{({ items }) => <PasskeyList passkeys={items} />}</QueryView>
        </div>
      )}
      <FormModal open={isAdding} onClose={() => setAdding(false)} title={i18n._("Add a passkey")}>
        {(onPending) => <AddPasskeyForm onPending={onPending} onDone={() => setAdding(false)} />}
      </FormModal>
    </SettingRow>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const removal = useRemoval<Passkey>(useRemovePasskey(), () => i18n._("Passkey removed"));

  return (
    <>
      <ul className="divide-y divide-line rounded-control border border-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-3 py-1.5 pe-1.5 ps-3">
            <div className="min-w-0 grow">
              <p className="text-14 text-ink wrap-anywhere">{passkey.name}</p>
              <p className="text-12 text-ink-3 tabular-nums">{describeUse(passkey)}</p>
            </div>
            <IconButton
              icon="trash"
              size="small"
              label={i18n._("Remove passkey {name}", { name: passkey.name })}
              onClick={() => removal.ask(passkey)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        {...removal.question}
        title={i18n._("Remove passkey {name}?", { name: removal.name })}
        consequences={[
          i18n._("It no longer signs you in. Delete it in your device’s password settings too."),
          i18n._("Withdrawals are paused for 24 hours."),
        ]}
        confirmLabel={i18n._("Remove passkey")}
      />
    </>
  );
}

function describeUse({ created_at, last_used_at }: Passkey): string {
  const added = formatDateTime(created_at);
  if (last_used_at === null) return i18n._("Added {added}, not used yet", { added });
  return i18n._("Added {added}, last used {used}", { added, used: formatDateTime(last_used_at) });
}
