import { useSyncExternalStore } from "react";
import { clearToken, readToken, writeToken } from "./token";

export type SessionChange = {
  wasSignedIn: boolean;
  /** Made by this tab; otherwise by another one, noticed when this one is looked at again. */
  isHere: boolean;
  /** The server honours the token no longer; nobody here has signed out. */
  isEnded: boolean;
};

type SessionListener = (change: SessionChange) => void;

const listeners = new Set<SessionListener>();
let knownToken = readToken();

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

/** Clears a session that the server has ended: whoever is looking will want to know why. */
export function endSession(): void {
  clearToken();
  noticeChange({ isHere: true, isEnded: true });
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

function noticeChange(how: { isHere: boolean; isEnded?: boolean }): void {
  const token = readToken();
  if (token === knownToken) return;
  const wasSignedIn = knownToken !== null;
  knownToken = token;
  for (const listener of [...listeners]) listener({ wasSignedIn, isEnded: false, ...how });
}
