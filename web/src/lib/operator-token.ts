// Of this tab alone and gone with it: a console is not left open in a browser that somebody else opens later.
const KEY = "operator-token";

/** Whether the document shows the operator console, where the operator's token stands in for the client's. */
export function isConsole(): boolean {
  return location.pathname === "/operator" || location.pathname.startsWith("/operator/");
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
    // Without storage the console asks for a sign-in on every load.
  }
}
