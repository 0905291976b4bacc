import type { TabKey } from "./storage-keys";

// In sessionStorage: only for this tab, so that the console is not left signed in.
const KEY: TabKey = "operator-token";

/** Whether this is the operator console, whose calls use the operator's token instead of the client's. */
export function isConsole(path = location.pathname): boolean {
  return path === "/operator" || path.startsWith("/operator/");
}

export function readOperatorToken(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function writeOperatorToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the console requires a sign-in on every load.
  }
}
