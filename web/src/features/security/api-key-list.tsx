import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { EmptyState } from "@/design/empty-state";
import { IconButton } from "@/design/icon-button";
import { QueryView } from "@/design/query-view";
import { formatDateTime } from "@/lib/dates";
import { type ApiKey, apiKeysQuery, useRemoveApiKey } from "./api";
import { nameScope } from "./api-key-texts";
import { NewApiKeyDialog } from "./new-api-key-dialog";
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
