import { persisted } from "@/lib/persisted";

const APPEARANCE = {
  trend_colours: ["green_red", "red_green", "blue_orange"],
  density: ["comfortable", "compact"],
  text_size: ["normal", "large"],
} as const;

/** How the pages look to one client. It is kept in `site_data.appearance`, each choice under its own name. */
export type Appearance = { [Choice in keyof typeof APPEARANCE]: (typeof APPEARANCE)[Choice][number] };

// Stored here, too, so that the document looks so before the account is loaded.
const useStoredAppearance = persisted<Appearance | null>(
  "cw:appearance",
  (stored) => (isRecord(stored) ? parseAppearance(stored) : null),
  "account",
);
const DEFAULT_APPEARANCE = parseAppearance(null);

useStoredAppearance.subscribe(dressDocument);

/** What was chosen, and the first of the possibilities wherever nothing or something unknown was. */
export function parseAppearance(stored: unknown): Appearance {
  const choices = isRecord(stored) ? stored : {};
  return {
    trend_colours: oneOf(APPEARANCE.trend_colours, choices.trend_colours),
    density: oneOf(APPEARANCE.density, choices.density),
    text_size: oneOf(APPEARANCE.text_size, choices.text_size),
  };
}

/** Shows the pages so from now on. */
export function applyAppearance(appearance: Appearance): void {
  useStoredAppearance.setState(appearance);
}

/** Dresses the document as it was last dressed here, before anybody knows who is looking. */
export function applyStoredAppearance(): void {
  dressDocument(useStoredAppearance.getState());
}

/** The appearance in force, for drawings that take their colours by hand. */
export function useAppearance(): Appearance {
  return useStoredAppearance() ?? DEFAULT_APPEARANCE;
}

/** `tokens.css` says what each choice means. */
function dressDocument(stored: Appearance | null): void {
  const appearance = stored ?? DEFAULT_APPEARANCE;
  const { dataset } = document.documentElement;
  dataset.trendColours = appearance.trend_colours;
  dataset.density = appearance.density;
  dataset.textSize = appearance.text_size;
}

function oneOf<Choice>(possible: readonly [Choice, ...Choice[]], stored: unknown): Choice {
  return possible.find((choice) => choice === stored) ?? possible[0];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
