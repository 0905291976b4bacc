import { useSyncExternalStore } from "react";
import { clearPersistedAccounts } from "@/lib/persisted";
import { clearToken, readToken, writeToken } from "./token";

export type SessionChange = {
  wasSignedIn: boolean;
  /** Made by this tab; otherwise by another one, noticed when this one is looked at again. */
  isHere: boolean;
  /** Why the session has ended, for whoever is looking; null when somebody here has signed in or out. */
  endedBecause: string | null;
};

type SessionListener = (change: SessionChange) => void;

const listeners = new Set<SessionListener>();
let knownToken = readToken();
// The token of an earlier visit may have expired meanwhile.
if (knownToken === null) clearPersistedAccounts();

/** Signed in means that a token is present; whether the server still honours it shows with the next call. */
export function isSignedIn(): boolean {
  return readToken() !== null;
}

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, isSignedIn);
}

export function startSession(token: string): void {
  writeToken(token);
  noticeChange({ isHere: true });
}

export function clearSession(): void {
  clearToken();
  noticeChange({ isHere: true });
}

/** Clears a session that nobody here has ended: whoever is looking will want to know why. */
export function endSession(endedBecause: string): void {
  clearToken();
  noticeChange({ isHere: true, endedBecause });
}

/** Calls the listener whenever somebody has signed in or out. */
export function onSessionChange(listener: SessionListener): () => void {
  // Cookies change without an event.
  if (listeners.size === 0) document.addEventListener("visibilitychange", noticeOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener("visibilitychange", noticeOtherTab);
  };
}

function noticeOtherTab(): void {
  noticeChange({ isHere: false });
}

function noticeChange(how: { isHere: boolean; endedBecause?: string }): void {
  const token = readToken();
  if (token === knownToken) return;
  const wasSignedIn = knownToken !== null;
  knownToken = token;
  clearPersistedAccounts();
  for (const listener of [...listeners]) listener({ wasSignedIn, endedBecause: null, ...how });
}
