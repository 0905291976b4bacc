import { useSyncExternalStore } from "react";
import { ACCOUNT_COPY, isSignedIn, onSessionChange } from "./session";

const APPEARANCE = {
  trend_colours: ["green_red", "red_green", "blue_orange"],
  density: ["comfortable", "compact"],
  text_size: ["normal", "large"],
} as const;

/** How the pages look to one client. It is kept in `site_data.appearance`, each choice under its own name. */
export type Appearance = { [Choice in keyof typeof APPEARANCE]: (typeof APPEARANCE)[Choice][number] };

export const APPEARANCE_KEY = `${ACCOUNT_COPY}appearance`;

const listeners = new Set<() => void>();
let applied: Appearance = parseAppearance(null);

// The look was the account's.
onSessionChange(() => {
  if (!isSignedIn()) applyAppearance(parseAppearance(null));
});

/** What was chosen, and the first of the possibilities wherever nothing or something unknown was. */
export function parseAppearance(stored: unknown): Appearance {
  const choices = isRecord(stored) ? stored : {};
  return {
    trend_colours: oneOf(APPEARANCE.trend_colours, choices.trend_colours),
    density: oneOf(APPEARANCE.density, choices.density),
    text_size: oneOf(APPEARANCE.text_size, choices.text_size),
  };
}

/** Dresses the document; `tokens.css` says what each choice means. */
export function applyAppearance(appearance: Appearance): void {
  const { dataset } = document.documentElement;
  dataset.trendColours = appearance.trend_colours;
  dataset.density = appearance.density;
  dataset.textSize = appearance.text_size;
  if (isSignedIn()) keep(appearance);
  applied = appearance;
  for (const listener of listeners) listener();
}

/** Dresses the document as it was last dressed here, before anybody knows who is looking. */
export function applyKeptAppearance(): void {
  const kept = readKept();
  if (kept) applyAppearance(kept);
}

/** The appearance in force, for drawings that take their colours by hand. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, () => applied);
}

/** The mails that a client may do without. Those about security are sent in any case. */
export type MailChoices = { kyc: boolean; support: boolean };

/** What was chosen in `site_data.notifications`; every mail is wanted until somebody says otherwise. */
export function parseMailChoices(stored: unknown): MailChoices {
  const choices = isRecord(stored) ? stored : {};
  return { kyc: choices.kyc !== false, support: choices.support !== false };
}

function keep(appearance: Appearance): void {
  try {
    localStorage.setItem(APPEARANCE_KEY, JSON.stringify(appearance));
  } catch {
    // Without storage the choice arrives with the client instead, a moment later.
  }
}

function readKept(): Appearance | null {
  try {
    const kept = localStorage.getItem(APPEARANCE_KEY);
    return kept === null ? null : parseAppearance(JSON.parse(kept));
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function oneOf<Choice>(possible: readonly [Choice, ...Choice[]], stored: unknown): Choice {
  return possible.find((choice) => choice === stored) ?? possible[0];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
