import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import type { HeatMapCell } from "@/api/market-overview";
import type { Size } from "@/design/use-element-size";
import { readChange } from "@/lib/change";
import { classNames } from "@/lib/class-names";
import { formatCompact } from "@/lib/format-number";
import type { Tile } from "@/lib/treemap";

/** The lower bounds of the shades, as fractions. */
export const HEAT_STEPS = [0, 0.02, 0.05, 0.1] as const;

const RISING = ["bg-buy/14", "bg-buy/24", "bg-buy/34", "bg-buy/46"];
const FALLING = ["bg-sell/14", "bg-sell/24", "bg-sell/34", "bg-sell/46"];
const NEUTRAL = "bg-raised";

/** The shades from the largest fall to the largest rise. */
export const HEAT_SCALE = [...FALLING.toReversed(), NEUTRAL, ...RISING];

/** A change that rounds to zero has the neutral shade. */
const MIN_CHANGE = 0.00005;

export function heatShade(change: string): string {
  const size = Math.abs(Number(change));
  if (size < MIN_CHANGE) return NEUTRAL;
  const step = HEAT_STEPS.findLastIndex((least) => size >= least);
  return (Number(change) > 0 ? RISING : FALLING)[step] ?? NEUTRAL;
}

/** The text of a tile; the change is null where it does not fit. */
type TileText = { name: string; change: string | null; size: "large" | "normal" | "small" };

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

type HeatTileProps = {
  tile: Tile<HeatMapCell>;
  room: Size;
  change: string;
  /** Whether the tile has the tab stop. */
  isReachable: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

const ARROWS = { up: "▲", down: "▼", none: "" };

export function HeatTile({ tile, room, change, isReachable, onFocus, onKeyDown }: HeatTileProps) {
  const { symbol, quote_volume } = tile.item;
  const { direction, percent } = readChange(change);
  const shownChange = `${ARROWS[direction]}${percent}`;
  const text = tileText(symbol, shownChange, tile);
  return (
    <li className="absolute p-px" style={placeOf(tile, room)}>
      <Link
        to="/trading/$pair"
        params={{ pair: symbol }}
        preload={false}
        tabIndex={isReachable ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        title={`${symbol} ${shownChange}`}
        className={classNames(
          "flex size-full flex-col items-center justify-center overflow-hidden rounded-[4px] text-ink transition-[filter] hover:brightness-125 focus-visible:-outline-offset-2",
          heatShade(change),
        )}
      >
        <span className="sr-only">{describe(symbol, direction, percent, quote_volume)}</span>
        {/* A tile too small for its name has only an accessible name and a tooltip. */}
        {text && <ShownText text={text} />}
      </Link>
    </li>
  );
}

// Ten pixels are allowed only in the map, where the alternative is no text.
const TYPE = {
  large: { name: "text-16", change: "text-14" },
  normal: { name: "text-12", change: "text-12" },
  small: { name: "text-[10px]", change: "text-[10px]" },
};

function ShownText({ text }: { text: TileText }) {
  const [base, quote] = text.name.split("/");
  const type = TYPE[text.size];
  return (
    <span aria-hidden="true" className="flex flex-col items-center leading-tight">
      <span className={classNames("font-semibold", type.name)}>
        {base}
        {quote && <span className="font-normal opacity-75">/{quote}</span>}
      </span>
      {text.change && <span className={classNames("tabular-nums", type.change)}>{text.change}</span>}
    </span>
  );
}

// In percent, so that tiles keep their positions while the map is resized.
function placeOf({ left, top, width, height }: Tile<HeatMapCell>, room: Size) {
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: percent(left, room.width),
    top: percent(top, room.height),
    width: percent(width, room.width),
    height: percent(height, room.height),
  };
}

function describe(symbol: string, direction: string, percent: string, volume: string): string {
  const figures = { symbol, percent, volume: formatCompact(volume) };
  if (direction === "up") return i18n._("{symbol}, up {percent}, 24h volume {volume} USDT", figures);
  if (direction === "down") return i18n._("{symbol}, down {percent}, 24h volume {volume} USDT", figures);
  return i18n._("{symbol}, unchanged, 24h volume {volume} USDT", figures);
}
