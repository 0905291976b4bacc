/** The handle of an order's line before layout. */
export interface Grip {
  /** The y coordinate of its price. */
  y: number;
  width: number;
  /** Whether its price is out of view. */
  isOutside: boolean;
}

export interface GripRoom {
  width: number;
  /** The min y of handles whose price is out of view: above is the legend. */
  top: number;
  bottom: number;
}

export interface GripPlace {
  x: number;
  /** The y coordinate of its centre. */
  y: number;
}

type Taken = GripPlace & { width: number };

export const HALF_HEIGHT = 12;
const GAP = 4;
/** Left of the newest bars, so that they stay visible. */
const FAVOURITE_SHARE = 0.6;
/** How much of each handle must be uncovered; less than all only if a small chart has very many. */
const FREE_HEIGHTS = [2 * HALF_HEIGHT, HALF_HEIGHT, HALF_HEIGHT / 2, HALF_HEIGHT / 4];

/**
 * Places the handles without overlap: at the price, beside those already placed, or in the next row if that
 * one is full. A price out of view gets a handle at the edge, so that it can be reached.
 */
export function placesOf(grips: readonly Grip[], room: GripRoom): GripPlace[] {
  const taken: Taken[] = [];
  const places = grips.map((): GripPlace => ({ x: 0, y: 0 }));
  const order = grips
    .map((grip, at) => ({ grip, at }))
    .toSorted(
      (one, other) => Number(one.grip.isOutside) - Number(other.grip.isOutside) || one.grip.y - other.grip.y,
    );
  for (const { grip, at } of order) {
    const place = findPlace(grip, room, taken);
    places[at] = place;
    taken.push({ ...place, width: grip.width });
  }
  return places;
}

function findPlace(grip: Grip, room: GripRoom, taken: readonly Taken[]): GripPlace {
  const highest = Math.min(grip.isOutside ? room.top : HALF_HEIGHT, room.bottom);
  const wanted = Math.min(Math.max(grip.y, highest), room.bottom);
  const favourite = Math.max(0, Math.min(room.width * FAVOURITE_SHARE, room.width - grip.width));
  for (const height of FREE_HEIGHTS)
    for (const y of rowsAround(wanted, height, highest, room.bottom)) {
      const neighbours = taken.filter((one) => Math.abs(one.y - y) < height);
      const x = findFree(favourite, grip.width, room.width, neighbours);
      if (x !== null) return { x, y };
    }
  return { x: favourite, y: wanted };
}

/** The rows to try, nearest first. */
function rowsAround(y: number, height: number, highest: number, lowest: number): number[] {
  const rows = [y];
  for (let away = height; away <= lowest - highest; away += height) {
    if (y + away <= lowest) rows.push(y + away);
    if (y - away >= highest) rows.push(y - away);
  }
  return rows;
}

/** A free x position in a row, as near as possible to the preferred one; null if there is none. */
function findFree(
  favourite: number,
  width: number,
  most: number,
  neighbours: readonly Taken[],
): number | null {
  const beside = neighbours.flatMap((one) => [one.x - GAP - width, one.x + one.width + GAP]);
  const free = beside
    .filter((x) => x >= 0 && x + width <= most)
    .concat(favourite)
    .filter((x) => neighbours.every((one) => x >= one.x + one.width + GAP || x + width + GAP <= one.x));
  if (free.length === 0) return null;
  return free.reduce((best, x) => (Math.abs(x - favourite) < Math.abs(best - favourite) ? x : best));
}
