import { persisted } from "@/lib/persisted";

const APPEARANCE = {
  trend_colours: ["green_red", "red_green", "blue_orange"],
  density: ["comfortable", "compact"],
  text_size: ["normal", "large"],
} as const;

/** The client's appearance settings, stored in `site_data.appearance`. */
export type Appearance = { [Choice in keyof typeof APPEARANCE]: (typeof APPEARANCE)[Choice][number] };

// Stored in the browser, too, so that it applies before the account is loaded.
const useStoredAppearance = persisted<Appearance | null>(
  "cw:appearance",
  (stored) => (isRecord(stored) ? parseAppearance(stored) : null),
  "account",
);
const DEFAULT_APPEARANCE = parseAppearance(null);

useStoredAppearance.subscribe(applyToDocument);

/** Parses stored settings; missing or unknown ones get the first option. */
export function parseAppearance(stored: unknown): Appearance {
  const choices = isRecord(stored) ? stored : {};
  return {
    trend_colours: oneOf(APPEARANCE.trend_colours, choices.trend_colours),
    density: oneOf(APPEARANCE.density, choices.density),
    text_size: oneOf(APPEARANCE.text_size, choices.text_size),
  };
}

/** Applies and stores an appearance. */
export function applyAppearance(appearance: Appearance): void {
  useStoredAppearance.setState(appearance);
}

/** Applies the stored appearance before the account is loaded. */
export function applyStoredAppearance(): void {
  applyToDocument(useStoredAppearance.getState());
}

/** The current appearance, for canvas drawings that read colours themselves. */
export function useAppearance(): Appearance {
  return useStoredAppearance() ?? DEFAULT_APPEARANCE;
}

/** `tokens.css` defines each option. */
function applyToDocument(stored: Appearance | null): void {
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
