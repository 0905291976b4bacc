import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { EmptyState } from "@/design/empty-state";
import { IconButton } from "@/design/icon-button";
import { Modal } from "@/design/modal";
import { QueryView } from "@/design/query-view";
import { SecretText } from "@/design/secret-text";
import { formatDateTime } from "@/lib/dates";
import { type ApiKey, apiKeysQuery, type CreatedApiKey, useRemoveApiKey } from "./api";
import { NewApiKeyForm } from "./new-api-key-form";
import { nameScope } from "./texts";
import { useRemoval } from "./use-removal";

/** The client's API keys. */
export function ApiKeyList() {
  const keys = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  return (
    <Card
      title={i18n._("API keys")}
      actions={
        <Button severity="secondary" size="small" icon="plus" onClick={() => setCreating(true)}>
          {i18n._("Create key")}
        </Button>
      }
    >
      <QueryView
        query={keys}
        empty={
          <EmptyState title={i18n._("No API keys yet.")} icon="key">
            {i18n._("A key lets your apps read, trade or withdraw, with only the permissions you choose.")}
          </EmptyState>
        }
      >
        {({ items }) => <KeyLines keys={items} />}
      </QueryView>
      <NewApiKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Card>
  );
}

function KeyLines({ keys }: { keys: readonly ApiKey[] }) {
  const removal = useRemoval<ApiKey>(useRemoveApiKey(), () => i18n._("API key removed"));

  return (
    <>
      <ul className="divide-y divide-line">
        {keys.map((key) => (
          <KeyLine key={key.id} apiKey={key} onRemove={() => removal.ask(key)} />
        ))}
      </ul>
      <ConfirmDialog
        {...removal.question}
        title={i18n._("Remove key {name}?", { name: removal.name })}
        consequences={[
          i18n._("Apps using this key lose access immediately."),
          i18n._("This can’t be undone."),
        ]}
        confirmLabel={i18n._("Remove key")}
      />
    </>
  );
}

function KeyLine({ apiKey, onRemove }: { apiKey: ApiKey; onRemove: () => void }) {
  const addresses = apiKey.ip_allow_list;
  return (
    <li className="flex items-start gap-4 py-3">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 text-ink">
          <span className="font-medium wrap-anywhere">{apiKey.name}</span>
          {apiKey.scopes.map((scope) => (
            <ScopeBadge key={scope} scope={scope} isSuspended={apiKey.suspended_scopes.includes(scope)} />
          ))}
        </p>
        {apiKey.suspended_scopes.length > 0 && (
          <p className="mt-1 text-12 text-warn">
            {i18n._("Paused: your membership level no longer allows this. It resumes when your level does.")}
          </p>
        )}
        <p className="mt-1 text-12 text-ink-3 tabular-nums">{describeUse(apiKey)}</p>
        <p className="mt-0.5 text-12 text-ink-3 wrap-anywhere">
          {addresses.length > 0
            ? i18n._("Only from {addresses}", { addresses: addresses.join(", ") })
            : i18n._("From any IP address")}
        </p>
      </div>
      <IconButton
        icon="trash"
        size="small"
        label={i18n._("Remove key {name}", { name: apiKey.name })}
        onClick={onRemove}
      />
    </li>
  );
}

function ScopeBadge({ scope, isSuspended }: { scope: ApiKey["scopes"][number]; isSuspended: boolean }) {
  if (isSuspended) {
    return <Badge severity="error">{i18n._("{scope}, paused", { scope: nameScope(scope) })}</Badge>;
  }
  return <Badge severity={scope === "withdraw" ? "warn" : "neutral"}>{nameScope(scope)}</Badge>;
}

function describeUse({ created_at, last_used_at }: ApiKey): string {
  const created = formatDateTime(created_at);
  if (last_used_at === null) return i18n._("Created {created}, not used yet", { created });
  return i18n._("Created {created}, last used {used}", { created, used: formatDateTime(last_used_at) });
}

type NewApiKeyDialogProps = { isOpen: boolean; onClose: () => void };

/** The form, then the key itself, which is shown only once. */
function NewApiKeyDialog({ isOpen, onClose }: NewApiKeyDialogProps) {
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
