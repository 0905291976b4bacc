import { create, createStore, type StoreApi, type UseBoundStore } from "zustand";
import type { AccountKey, BrowserKey, FormerKey } from "./storage-keys";

/** Of this browser, or of the signed-in client in this browser and removed at logout. */
type Scope = "browser" | "account";

export type Persisted<Value> = UseBoundStore<StoreApi<Value>>;

const ACCOUNT_PREFIX = "cw:account:";
const ACCOUNT_ID_KEY = `${ACCOUNT_PREFIX}id`;

// Stored, so that account-scoped values are available before the account is loaded.
const account = createStore(() => ({ id: readStored(ACCOUNT_ID_KEY) }));

/**
 * A store persisted in localStorage: `useValue()` in components, `getState` and `setState` elsewhere; synced
 * between tabs. Without storage it lasts as long as the page. Null removes the key.
 *
 * @param parse Parses what any version of the page has stored, without throwing; undefined gives the default.
 */
export function persisted<Value>(
  key: BrowserKey | FormerKey,
  parse: (stored: unknown) => Value,
  scope: "browser",
): Persisted<Value>;
export function persisted<Value>(
  key: AccountKey,
  parse: (stored: unknown) => Value,
  scope: "account",
): Persisted<Value>;
export function persisted<Value>(
  key: string,
  parse: (stored: unknown) => Value,
  scope: Scope,
): Persisted<Value> {
  const isAccounts = scope === "account";
  let stored = read();
  let isUnwritten = false;
  const store = create(() => stored);

  /** Empty while the account is unknown. */
  function storageKey(): string {
    return isAccounts ? accountKey(key) : key;
  }

  function read(): Value {
    const from = storageKey();
    return parse(from ? readStored(from) : undefined);
  }

  function write(): void {
    const to = storageKey();
    isUnwritten = !to;
    if (to) writeStored(to, stored);
  }

  function reload(): void {
    isUnwritten = false;
    stored = read();
    store.setState(stored, true);
  }

  store.subscribe((value) => {
    if (value === stored) return;
    stored = value;
    write();
  });
  addEventListener("storage", ({ key: changed }) => {
    // A null key means that the other tab cleared everything.
    if (changed === null || changed === storageKey()) reload();
  });
  if (isAccounts) {
    account.subscribe(({ id }) => {
      // Changes made before the account was known are saved to it now.
      if (id && isUnwritten) write();
      else reload();
    });
  }
  return store;
}

/** Whether an account-scoped value is stored; otherwise the code that uses it need not be loaded. */
export function isPersisted(key: AccountKey): boolean {
  return readStored(accountKey(key)) !== undefined;
}

/** Sets the account that account-scoped values belong to. */
export function setPersistedAccount(id: string): void {
  if (id === account.getState().id) return;
  writeStored(ACCOUNT_ID_KEY, id);
  account.setState({ id });
}

/** Removes every account's values from this browser. */
export function clearPersistedAccounts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(ACCOUNT_PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // No storage available.
  }
  account.setState({ id: undefined });
}

function accountKey(key: string): string {
  const { id } = account.getState();
  return id ? `${ACCOUNT_PREFIX}${id}:${key.slice(3)}` : "";
}

function readStored(key: string): unknown {
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
    return JSON.parse(text ?? "");
  } catch {
    // Earlier versions stored plain strings instead of JSON.
    return text ?? undefined;
  }
}

function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage blocked or full: the value lasts only as long as the page.
  }
}
