import { useEffect } from "react";
import { api, unwrap } from "@/api/client";
import { type Persisted, persisted } from "@/lib/persisted";
import type { AccountKey, BrowserKey } from "@/lib/storage-keys";
import { type Client, mergeSiteData, useCurrentClient } from "./client";
import { isSignedIn, onSessionChange, useIsSignedIn } from "./session";
import { readToken } from "./token";

type SettingOptions<Value> = {
  /** The storage key of a visitor's choice; the copy of a client's choice has another key. */
  key: BrowserKey & AccountKey;
  /** The field of the account's `site_data`. */
  field: string;
  /** Parses the stored value of any version of the page. */
  parse: (stored: unknown) => Value;
  /** The debounce before a change is saved to the account. */
  pauseMs?: number;
};

export type AccountSetting<Value> = {
  get: () => Value;
  change: (next: Value) => void;
  /** Takes over the account's value. */
  adopt: (client: Client | null) => void;
  useVisitors: Persisted<Value>;
  useAccounts: Persisted<Value>;
};

/**
 * A setting stored in this browser for visitors and in the account for clients. The two are never mixed:
 * signing out removes the copy of the account's value and restores the visitor's.
 */
export function accountSetting<Value>(options: SettingOptions<Value>): AccountSetting<Value> {
  const { key, field, parse, pauseMs = 0 } = options;
  const useVisitors = persisted(key, parse, "browser");
  const useAccounts = persisted(key, parse, "account");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnsaved = false;
  let isSaving = false;

  onSessionChange(() => {
    clearTimeout(timer);
    isUnsaved = false;
  });

  function get(): Value {
    return (isSignedIn() ? useAccounts : useVisitors).getState();
  }

  function change(next: Value): void {
    if (!isSignedIn()) {
      useVisitors.setState(next, true);
      return;
    }
    useAccounts.setState(next, true);
    isUnsaved = true;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), pauseMs);
  }

  /** The account's value wins, unless a newer one is still being saved. */
  function adopt(client: Client | null): void {
    const known = client?.site_data[field];
    if (known === undefined || isUnsaved) return;
    const next = parse(known);
    if (JSON.stringify(next) !== JSON.stringify(get())) useAccounts.setState(next, true);
  }

  async function save(): Promise<void> {
    // Saves are serialised, so that the later of two quick changes wins.
    if (isSaving) return;
    const sent = get();
    const token = readToken();
    isSaving = true;
    try {
      await unwrap(api.PATCH("/v1/client/site-data", { body: { [field]: sent } }));
      if (get() === sent && readToken() === token) {
        await mergeSiteData({ [field]: sent });
        isUnsaved = false;
      }
    } catch {
      // Kept in this browser; the next change saves the whole value.
    }
    isSaving = false;
    if (isUnsaved && get() !== sent) void save();
  }

  return { get, change, adopt, useVisitors, useAccounts };
}

export function useAccountSetting<Value>(setting: AccountSetting<Value>): Value {
  const { adopt, useVisitors, useAccounts } = setting;
  const client = useCurrentClient();
  useEffect(() => adopt(client), [adopt, client]);
  const visitors = useVisitors();
  const accounts = useAccounts();
  return useIsSignedIn() ? accounts : visitors;
}
