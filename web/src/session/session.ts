import { useSyncExternalStore } from "react";
import { clearPersistedAccounts } from "@/lib/persisted";
import { clearChatCookies } from "./chat-cookies";
import { clearToken, readToken, writeToken } from "./token";

export type SessionChange = {
  wasSignedIn: boolean;
  /** Whether this tab made the change; otherwise another tab, noticed when this one becomes visible. */
  isHere: boolean;
  /** Why the session ended, to be shown; null after signing in or out here. */
  endedBecause: string | null;
};

type SessionListener = (change: SessionChange) => void;

const listeners = new Set<SessionListener>();
let knownToken = readToken();
// The token of an earlier visit may have expired.
if (knownToken === null) forgetClient();

/** Whether a token is present; the next call shows whether it is still valid. */
export function isSignedIn(): boolean {
  return readToken() !== null;
}

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, isSignedIn, () => false);
}

export function startSession(token: string): void {
  writeToken(token);
  noticeChange({ isHere: true });
}

export function clearSession(): void {
  clearToken();
  noticeChange({ isHere: true });
}

/** Clears a session that has expired or was revoked, with the reason to show. */
export function endSession(endedBecause: string): void {
  clearToken();
  noticeChange({ isHere: true, endedBecause });
}

/** Calls the listener after every sign-in and sign-out. */
export function onSessionChange(listener: SessionListener): () => void {
  // Cookies have no change event, so check when the tab becomes visible.
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
  forgetClient();
  for (const listener of [...listeners]) listener({ wasSignedIn, endedBecause: null, ...how });
}

/** What this browser keeps of whoever was signed in. */
function forgetClient(): void {
  clearPersistedAccounts();
  clearChatCookies();
}
