import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import type { HeatMapCell } from "@/api/market-overview";
import { readChange } from "@/lib/change";
import { classNames } from "@/lib/class-names";
import { formatCompact } from "@/lib/format-value";
import type { Tile } from "@/lib/treemap";
import { heatShade } from "./heat";
import type { Size } from "./use-element-size";

type HeatTileProps = {
  tile: Tile<HeatMapCell>;
  room: Size;
  change: string;
  /** Whether Tab stops here. */
  isReachable: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

const ARROWS = { up: "▲", down: "▼", none: "" };

export function HeatTile({ tile, room, change, isReachable, onFocus, onKeyDown }: HeatTileProps) {
  const { symbol, quote_volume } = tile.item;
  const { direction, percent } = readChange(change);
  return (
    <li className="absolute p-px" style={placeOf(tile, room)}>
      <Link
        to="/trading/$pair"
        params={{ pair: symbol }}
        preload={false}
        tabIndex={isReachable ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        title={`${symbol} ${ARROWS[direction]}${percent}`}
        className={classNames(
          "flex size-full flex-col items-center justify-center overflow-hidden rounded-[4px] text-ink transition-[filter] hover:brightness-125 focus-visible:-outline-offset-2",
          heatShade(change),
        )}
      >
        <span className="sr-only">{describe(symbol, direction, percent, quote_volume)}</span>
        <TileText tile={tile} change={`${ARROWS[direction]}${percent}`} />
      </Link>
    </li>
  );
}

function TileText({ tile: { item, width, height }, change }: { tile: Tile<HeatMapCell>; change: string }) {
  const [base = "", quote = ""] = item.symbol.split("-");
  const isLarge = width > 130 && height > 84;
  // What is too small for its name keeps its colour; the name is read out and shown as a tooltip.
  if (width < base.length * 9 + 8 || height < 18) return null;
  return (
    <span aria-hidden="true" className="flex flex-col items-center leading-tight">
      <span className={classNames("font-semibold", isLarge ? "text-16" : "text-12")}>
        {base}
        {quote !== "USDT" && width > item.symbol.length * 9 + 8 && (
          <span className="font-normal opacity-75">/{quote}</span>
        )}
      </span>
      {width > 58 && height > 38 && (
        <span className={classNames("tabular-nums", isLarge ? "text-14" : "text-12")}>{change}</span>
      )}
    </span>
  );
}

// In shares of the room, so that the tiles keep their places while it changes its size.
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
  if (direction === "up") return i18n._("{symbol}, up {percent}, {volume} USDT traded", figures);
  if (direction === "down") return i18n._("{symbol}, down {percent}, {volume} USDT traded", figures);
  return i18n._("{symbol}, unchanged, {volume} USDT traded", figures);
}
