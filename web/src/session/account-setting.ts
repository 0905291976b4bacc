import { useEffect } from "react";
import { api, unwrap } from "@/api/client";
import { type Persisted, persisted } from "@/lib/persisted";
import { type Client, mergeSiteData, useCurrentClient } from "./client";
import { isSignedIn, onSessionChange, useIsSignedIn } from "./session";
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
  useVisitors: Persisted<Value>;
  useAccounts: Persisted<Value>;
};

/**
 * A choice that a visitor makes for this browser and a client for the account. The two never mix: signing out
 * removes the copy of the account's choice from this browser and brings back the visitor's.
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

  /** The account's value counts, unless a newer one is still on its way there. */
  function adopt(client: Client | null): void {
    const known = client?.site_data[field];
    if (known === undefined || isUnsaved) return;
    const next = parse(known);
    if (JSON.stringify(next) !== JSON.stringify(get())) useAccounts.setState(next, true);
  }

  async function save(): Promise<void> {
    // One after the other: of two quick changes the later one counts.
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
      // This browser keeps it, and the next change brings everything along.
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
