const MIN_TEXT_CONTRAST = 4.5;
const HEX_COLOUR = /^#[0-9a-f]{6}$/i;

/** The contrast ratio of two colours (#rrggbb), from 1 to 21, as defined by WCAG 2. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The colour itself or, if its contrast to the background is too low, the nearest lighter one that is
 * readable.
 */
export function readableOn(ground: string, colour: string): string {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mixWithWhite(colour, percent / 100);
    if (contrast(mixed, ground) >= MIN_TEXT_CONTRAST) return mixed;
  }
  return "#ffffff";
}

export function isHexColour(text: string): boolean {
  return HEX_COLOUR.test(text);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixWithWhite(colour: string, share: number): string {
  const mixed = channels(colour).map((channel) => Math.round(channel + (255 - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
