import { create, type StoreApi, type UseBoundStore } from "zustand";

/** Of this browser, or of the signed-in client in this browser and removed at logout. */
type Scope = "browser" | "account";

export type Persisted<Value> = UseBoundStore<StoreApi<Value>>;

type Entry = { storageKey: () => string | null; reload: () => void; changeAccount: () => void };

const ACCOUNT_PREFIX = "cw:account:";
const ACCOUNT_ID_KEY = `${ACCOUNT_PREFIX}id`;

const entries: Entry[] = [];
// Known from the last page, so that the account's values are there before the account is loaded.
let accountId = readText(ACCOUNT_ID_KEY);

window.addEventListener("storage", ({ key }) => {
  for (const { storageKey, reload } of entries) {
    // A null key means that the other tab cleared everything.
    if (key === null || key === storageKey()) reload();
  }
});

/**
 * A value that outlives the page: `useValue()` in components, `getState` and `setState` elsewhere; other tabs
 * follow. Without storage it lasts as long as the page. Null is stored by removing the key.
 *
 * @param parse Makes a value of whatever any version of the page has stored; of undefined, the default.
 */
export function persisted<Value>(
  key: `cw:${string}`,
  parse: (stored: unknown) => Value,
  scope: Scope,
): Persisted<Value> {
  const accountKey = (id: string) => key.replace("cw:", `${ACCOUNT_PREFIX}${id}`);
  const storageKey = () => (scope === "browser" ? key : accountId && accountKey(`${accountId}:`));
  let stored = read();
  let isUnwritten = false;
  const store = create(() => stored);

  function read(): Value {
    const from = storageKey();
    if (from === null) return parse(undefined);
    // Earlier versions of the page stored an account's values without its id.
    const text = readText(from) ?? (scope === "account" ? readText(accountKey("")) : null);
    try {
      return parse(text === null ? undefined : parseText(text));
    } catch {
      return parse(undefined);
    }
  }

  function write(): void {
    const to = storageKey();
    isUnwritten = to === null;
    if (to !== null) writeText(to, stored === null ? null : JSON.stringify(stored));
  }

  function reload(): void {
    stored = read();
    isUnwritten = false;
    store.setState(stored, true);
  }

  function changeAccount(): void {
    if (scope === "browser") return;
    // What was changed before anybody knew whose it is belongs to the client who is known now.
    if (isUnwritten && accountId !== null) write();
    else reload();
  }

  store.subscribe((value) => {
    if (value === stored) return;
    stored = value;
    write();
  });
  entries.push({ storageKey, reload, changeAccount });
  return store;
}

/** Says whose the account's values are from now on. */
export function setPersistedAccount(id: string): void {
  if (id === accountId) return;
  accountId = id;
  writeText(ACCOUNT_ID_KEY, id);
  for (const { changeAccount } of entries) changeAccount();
}

/** Removes every account's values from this browser. */
export function clearPersistedAccounts(): void {
  accountId = null;
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(ACCOUNT_PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there are none.
  }
  for (const { changeAccount } of entries) changeAccount();
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Earlier versions of the page stored plain words.
    return text;
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Refused or full storage costs only the memory beyond this page.
  }
}
