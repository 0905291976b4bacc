import { persisted } from "@/lib/persisted";

export const CONSENT_KEY = "cw:cookie-consent";

export type ConsentStatus = "accepted" | "rejected";

type Consent = { status: ConsentStatus; ts: number };

const useConsent = persisted<Consent | null>(
  CONSENT_KEY,
  (stored) => (isConsent(stored) ? stored : null),
  "browser",
);

export function saveConsent(status: ConsentStatus): void {
  useConsent.setState({ status, ts: Date.now() });
}

/** The answer given, here or in another tab; null without one. */
export function useConsentStatus(): ConsentStatus | null {
  return useConsent()?.status ?? null;
}

function isConsent(value: unknown): value is Consent {
  const { status, ts } = Object(value);
  return (status === "accepted" || status === "rejected") && typeof ts === "number";
}
