import { i18n } from "@lingui/core";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { HeatMapCell } from "@/api/market-overview";
import type { Ticker } from "@/api/pairs";
import { type Size, useElementSize } from "@/design/use-element-size";
import { classNames } from "@/lib/class-names";
import { formatRate } from "@/lib/format-number";
import { treemap } from "@/lib/treemap";
import { HEAT_SCALE, HEAT_STEPS, HeatTile } from "./overview-heat-tile";

const MAX_TILES = 30;
// The max number of tiles on narrow screens; the table below has all pairs.
const MAX_NARROW_TILES = 12;
const NARROW = 640;
/** In square pixels: the min size that can be read and tapped. */
const MIN_TILE_AREA = 3_600;

type HeatMapProps = { cells: readonly HeatMapCell[]; tickers: ReadonlyMap<string, Ticker> };

/** A treemap of the pairs by volume, coloured by their change. */
export function HeatMap({ cells, tickers }: HeatMapProps) {
  const list = useRef<HTMLUListElement>(null);
  const size = useElementSize(list, { width: 1200, height: 384 });
  const tiles = useMemo(() => layTiles(cells, size), [cells, size]);
  const [reached, setReached] = useState(0);
  const last = tiles.length - 1;

  function move(event: KeyboardEvent) {
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, reached + step));
    setReached(next);
    list.current?.querySelectorAll("a")[next]?.focus();
  }

  return (
    <div className="flex flex-col gap-3">
      <ul
        ref={list}
        aria-label={i18n._("Pairs by 24h volume")}
        className="relative h-104 overflow-hidden rounded-card bg-abyss sm:h-96"
      >
        {tiles.map((tile, index) => (
          <HeatTile
            key={tile.item.symbol}
            tile={tile}
            room={size}
            change={tickers.get(tile.item.symbol)?.change ?? tile.item.change}
            isReachable={index === Math.min(reached, last)}
            onFocus={() => setReached(index)}
            onKeyDown={move}
          />
        ))}
      </ul>
      <HeatLegend />
    </div>
  );
}

// Roving tabindex: one tab stop, arrow keys move between tiles.
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -MAX_TILES,
  End: MAX_TILES,
};

function layTiles(cells: readonly HeatMapCell[], { width, height }: Size) {
  const weigh = ({ quote_volume }: HeatMapCell) => Number(quote_volume);
  const traded = cells
    .filter((cell) => weigh(cell) > 0)
    .toSorted((one, other) => weigh(other) - weigh(one))
    .slice(0, width < NARROW ? MAX_NARROW_TILES : MAX_TILES);
  const least = (traded.reduce((sum, cell) => sum + weigh(cell), 0) * MIN_TILE_AREA) / (width * height);
  return treemap(traded, (cell) => Math.max(least, weigh(cell)), width, height);
}

function HeatLegend() {
  const steepest = HEAT_STEPS.at(-1) ?? 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-12 text-ink-3">
      <p>{i18n._("Tile size shows 24h volume.")}</p>
      <p className="flex items-center gap-2">
        {formatRate(-steepest)}
        <span aria-hidden="true" className="flex gap-0.5">
          {HEAT_SCALE.map((shade) => (
            <span key={shade} className={classNames("h-3 w-5 rounded-[3px]", shade)} />
          ))}
        </span>
        {`+${formatRate(steepest)}`}
      </p>
    </div>
  );
}
