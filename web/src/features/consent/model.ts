import { useSyncExternalStore } from "react";

export const CONSENT_KEY = "cw:cookie-consent";

export type ConsentStatus = "accepted" | "rejected";

export type Consent = { status: ConsentStatus; ts: number };

// Holds the answer where the browser refuses storage, so that the banner does not come back on the next click.
let answerOfThisView: ConsentStatus | null = null;
const listeners = new Set<() => void>();

export function parseConsent(stored: string | null): Consent | null {
  if (stored === null) return null;
  try {
    const consent: unknown = JSON.parse(stored);
    return isConsent(consent) ? consent : null;
  } catch {
    return null;
  }
}

export function saveConsent(status: ConsentStatus): void {
  answerOfThisView = status;
  changeStorage((storage) => storage.setItem(CONSENT_KEY, JSON.stringify({ status, ts: Date.now() })));
}

/** Takes the answer back; the banner asks again. */
export function forgetConsent(): void {
  answerOfThisView = null;
  changeStorage((storage) => storage.removeItem(CONSENT_KEY));
}

/** The answer given, here or in another tab; null while there is none. */
export function useConsentStatus(): ConsentStatus | null {
  return useSyncExternalStore(subscribe, currentStatus);
}

function currentStatus(): ConsentStatus | null {
  return answerOfThisView ?? parseConsent(readStored())?.status ?? null;
}

function readStored(): string | null {
  try {
    return window.localStorage.getItem(CONSENT_KEY);
  } catch {
    return null;
  }
}

function changeStorage(change: (storage: Storage) => void): void {
  try {
    change(window.localStorage);
  } catch {
    // Refused or full storage costs only the memory beyond this view; the answer itself stands.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  function followOtherTab(event: StorageEvent): void {
    // A null key means that the other tab cleared everything.
    if (event.key !== CONSENT_KEY && event.key !== null) return;
    answerOfThisView = null;
    listener();
  }
  listeners.add(listener);
  window.addEventListener("storage", followOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", followOtherTab);
  };
}

function isConsent(value: unknown): value is Consent {
  if (typeof value !== "object" || value === null) return false;
  const { status, ts } = value as Record<string, unknown>;
  return (status === "accepted" || status === "rejected") && typeof ts === "number";
}
