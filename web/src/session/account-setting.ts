import { useEffect } from "react";
import { api, unwrap } from "@/api/client";
import { isFinalRefusal } from "@/api/problem-outcome";
import { backoffMs } from "@/lib/backoff";
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

const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

// Beside the values, so that the account's older ones do not replace them after a reload.
const useUnsaved = persisted(
  "cw:unsaved-settings",
  (stored) => (Array.isArray(stored) ? stored.filter((field) => typeof field === "string") : []),
  "account",
);

const isUnsaved = (field: string) => isSignedIn() && useUnsaved.getState().includes(field);

function markUnsaved(field: string, isMarked: boolean): void {
  const others = useUnsaved.getState().filter((known) => known !== field);
  useUnsaved.setState(isMarked ? [...others, field] : others, true);
}

/**
 * A setting stored in this browser for visitors and in the account for clients. The two are never mixed:
 * signing out removes the copy of the account's value and restores the visitor's.
 */
export function accountSetting<Value>(options: SettingOptions<Value>): AccountSetting<Value> {
  const { key, field, parse, pauseMs = 0 } = options;
  const useVisitors = persisted(key, parse, "browser");
  const useAccounts = persisted(key, parse, "account");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaving = false;
  let failures = 0;

  onSessionChange(() => {
    clearTimeout(timer);
    timer = undefined;
    failures = 0;
  });
  addEventListener("online", () => {
    if (isUnsaved(field)) saveIn(0);
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
    markUnsaved(field, true);
    saveIn(pauseMs);
  }

  function saveIn(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void save();
    }, pause);
  }

  /** The account's value wins, unless a newer one is still being saved. */
  function adopt(client: Client | null): void {
    if (!client) return;
    // Left by an earlier page that could not save it.
    if (isUnsaved(field)) {
      if (timer === undefined && !isSaving) saveIn(pauseMs);
      return;
    }
    const known = client.site_data[field];
    if (known === undefined) return;
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
      failures = 0;
      if (get() === sent && readToken() === token) {
        await mergeSiteData({ [field]: sent });
        markUnsaved(field, false);
      }
    } catch (error) {
      // Of an earlier session nothing is saved; another value is, whatever became of this one.
      if (readToken() === token && get() === sent) retry(error);
    }
    isSaving = false;
    if (isUnsaved(field) && get() !== sent) void save();
  }

  /** Kept in this browser, and saved later, unless the server will never take it. */
  function retry(error: unknown): void {
    if (isFinalRefusal(error)) {
      markUnsaved(field, false);
      return;
    }
    saveIn(backoffMs(failures, MIN_RETRY_MS, MAX_RETRY_MS));
    failures += 1;
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
