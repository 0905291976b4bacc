import { i18n } from "@lingui/core";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { SecretText } from "@/design/secret-text";
import type { CreatedApiKey } from "./api";
import { nameScope } from "./api-key-texts";
import { NewApiKeyForm } from "./new-api-key-form";

type NewApiKeyDialogProps = { isOpen: boolean; onClose: () => void };

/** The form, then the key itself, which is shown only once. */
export function NewApiKeyDialog({ isOpen, onClose }: NewApiKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [isPending, setPending] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setCreated(null);
  }
  // Not closable by accident, because the key is never shown again.
  const isClosable = created === null && !isPending;

  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      closable={isClosable}
      closeOnEscape={isClosable}
      closeOnMask={false}
      title={created ? i18n._("Your new API key") : i18n._("Create an API key")}
    >
      {created ? (
        <CreatedKey created={created} onDone={onClose} />
      ) : (
        <NewApiKeyForm onPending={setPending} onCreated={setCreated} />
      )}
    </Modal>
  );
}

function CreatedKey({ created, onDone }: { created: CreatedApiKey; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2 text-ink">
        <span className="font-medium wrap-anywhere">{created.name}</span>
        {created.scopes.map((scope) => (
          <Badge key={scope}>{nameScope(scope)}</Badge>
        ))}
      </p>
      <Banner severity="warn">
        {i18n._("Copy the key now: it’s shown only once. Anyone who has it can use its permissions.")}
      </Banner>
      <SecretText label={i18n._("API key")} value={created.key} />
      <p className="text-13">{i18n._("Send it with each request in the X-Api-Key header.")}</p>
      <Button fullWidth onClick={onDone}>
        {i18n._("I’ve copied the key")}
      </Button>
    </div>
  );
}
