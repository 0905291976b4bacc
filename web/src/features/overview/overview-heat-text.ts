/** What a tile says; the change is null where it has no room. */
export type TileText = { name: string; change: string | null; size: "large" | "normal" | "small" };

type Room = { width: number; height: number };

/** The coin that most pairs are paid in: there the coin alone is name enough. */
const MAIN_QUOTE = "USDT";
/** A large text is for tiles that stand out, not for each that could hold it. */
const MIN_LARGE_TILE = { width: 130, height: 84 };
const PIXELS = { normal: 12, small: 10 };
/** Of the size of the type; capital letters are wider than figures. */
const LETTER_WIDTH = 0.7;
const SLASH_WIDTH = 0.4;
const FIGURE_WIDTH = 0.66;
const LINE_HEIGHT = 1.25;
const MARGIN = 6;

/** As much as fits into a tile, in the largest type that it fits in; null where not even its name does. */
export function tileText(symbol: string, change: string, room: Room): TileText | null {
  const [base = "", quote = ""] = symbol.split("-");
  const name = quote === MAIN_QUOTE ? base : `${base}/${quote}`;
  if (room.width > MIN_LARGE_TILE.width && room.height > MIN_LARGE_TILE.height)
    return { name, change, size: "large" };
  for (const shown of [change, null])
    for (const size of ["normal", "small"] as const)
      if (fits(name, shown, PIXELS[size], room)) return { name, change: shown, size };
  return null;
}

function fits(name: string, change: string | null, pixels: number, room: Room): boolean {
  const [base = "", quote] = name.split("/");
  const nameWidth = (base + (quote ?? "")).length * LETTER_WIDTH + (quote ? SLASH_WIDTH : 0);
  const width = Math.max(nameWidth, (change?.length ?? 0) * FIGURE_WIDTH) * pixels + MARGIN;
  const height = (change === null ? 1 : 2) * LINE_HEIGHT * pixels + MARGIN / 2;
  return width <= room.width && height <= room.height;
}
