import { useSyncExternalStore } from "react";
import { clearToken, readToken, writeToken } from "./token";

const listeners = new Set<() => void>();

/** Signed in means that a token is present; whether the server still honours it shows with the next call. */
export function isSignedIn(): boolean {
  return readToken() !== null;
}

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isSignedIn);
}

export function startSession(token: string): void {
  writeToken(token);
  tellListeners();
}

export function clearSession(): void {
  clearToken();
  tellListeners();
}

function subscribe(listener: () => void): () => void {
  // Another tab may have signed in or out meanwhile: cookies change without an event.
  if (listeners.size === 0) document.addEventListener("visibilitychange", tellListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener("visibilitychange", tellListeners);
  };
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
