/** The colours of lines, by the names of their tokens. */
export const COLOUR_NAMES = ["accent", "info", "warn", "buy", "sell", "ink", "ink-2", "ink-3"] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];

const GROUND_NAMES = ["deep", "raised", "line", "line-strong"] as const;

export type Palette = Readonly<Record<ColourName | (typeof GROUND_NAMES)[number], string>>;

/** The current values of the tokens: a canvas cannot use custom properties. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const entries = [...COLOUR_NAMES, ...GROUND_NAMES].map((name) => [
    name,
    style.getPropertyValue(`--${name}`).trim(),
  ]);
  return Object.fromEntries(entries) as Palette;
}

/** A six-digit colour with an opacity from 0 to 1. */
export function translucent(colour: string, opacity: number): string {
  return `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, "0")}`;
}
