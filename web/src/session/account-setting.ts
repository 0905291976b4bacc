import { useEffect, useSyncExternalStore } from "react";
import { api, unwrap } from "@/api/client";
import { type Client, setCurrentClient, useCurrentClient } from "./client";
import { ACCOUNT_COPY, isSignedIn, onSessionChange } from "./session";
import { readToken } from "./token";

type SettingOptions<Value> = {
  /** Where a visitor's choice is stored; the copy of a client's has a key of its own. */
  key: `cw:${string}`;
  /** Its member of the account's `site_data`. */
  field: string;
  /** Reads what was stored, by whichever version of the page. */
  parse: (stored: unknown) => Value;
  /** How long to wait for further changes before the account is told. */
  pauseMs?: number;
};

export type AccountSetting<Value> = {
  get: () => Value;
  change: (next: Value) => void;
  /** Takes over what the account has. */
  adopt: (client: Client | null) => void;
  subscribe: (listener: () => void) => () => void;
};

/**
 * A choice that a visitor makes for this browser and a client for the account. The two never mix: signing out
 * removes the copy of the account's choice from this browser and brings back the visitor's.
 */
export function accountSetting<Value>(options: SettingOptions<Value>): AccountSetting<Value> {
  const { key, field, parse, pauseMs = 0 } = options;
  const listeners = new Set<() => void>();
  let value = readStored();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnsaved = false;
  let isSaving = false;

  onSessionChange(() => {
    clearTimeout(timer);
    isUnsaved = false;
    show(readStored());
  });

  function storageKey(): string {
    return isSignedIn() ? key.replace("cw:", ACCOUNT_COPY) : key;
  }

  function readStored(): Value {
    try {
      return parse(JSON.parse(localStorage.getItem(storageKey()) ?? "null"));
    } catch {
      return parse(null);
    }
  }

  function show(next: Value): void {
    value = next;
    for (const listener of [...listeners]) listener();
  }

  function store(next: Value): void {
    show(next);
    try {
      localStorage.setItem(storageKey(), JSON.stringify(next));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  function change(next: Value): void {
    store(next);
    if (!isSignedIn()) return;
    isUnsaved = true;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), pauseMs);
  }

  /** The account's value counts, unless a newer one is still on its way there. */
  function adopt(client: Client | null): void {
    const known = client?.site_data[field];
    if (known === undefined || isUnsaved) return;
    const next = parse(known);
    if (JSON.stringify(next) !== JSON.stringify(value)) store(next);
  }

  async function save(): Promise<void> {
    // One after the other: of two quick changes the later one counts.
    if (isSaving) return;
    const sent = value;
    const token = readToken();
    isSaving = true;
    try {
      const { client } = await unwrap(api.PATCH("/v1/client/site-data", { body: { [field]: sent } }));
      if (value === sent && readToken() === token) {
        isUnsaved = false;
        setCurrentClient(client);
      }
    } catch {
      // This browser keeps it, and the next change brings everything along.
    }
    isSaving = false;
    if (isUnsaved && value !== sent) void save();
  }

  function noticeOtherTab(event: StorageEvent): void {
    if (event.key === storageKey() && !isUnsaved) show(readStored());
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      // Another tab may have chosen while nothing here was listening.
      if (!isUnsaved) value = readStored();
      window.addEventListener("storage", noticeOtherTab);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", noticeOtherTab);
    };
  }

  return { get: () => value, change, adopt, subscribe };
}

export function useAccountSetting<Value>({ get, adopt, subscribe }: AccountSetting<Value>): Value {
  const client = useCurrentClient();
  useEffect(() => adopt(client), [adopt, client]);
  return useSyncExternalStore(subscribe, get);
}
