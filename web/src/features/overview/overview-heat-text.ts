/** The text of a tile; the change is null where it does not fit. */
export type TileText = { name: string; change: string | null; size: "large" | "normal" | "small" };

type Room = { width: number; height: number };

/** The most common quote coin: its pairs are shown by the base coin alone. */
const MAIN_QUOTE = "USDT";
/** The min size of tiles with large text. */
const MIN_LARGE_TILE = { width: 130, height: 84 };
const PIXELS = { normal: 12, small: 10 };
/** In em; capital letters are wider than digits. */
const LETTER_WIDTH = 0.7;
const SLASH_WIDTH = 0.4;
const FIGURE_WIDTH = 0.66;
const LINE_HEIGHT = 1.25;
const MARGIN = 6;

/** The text that fits a tile, in the largest possible size; null if not even the name fits. */
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
