export type Tile<Item> = { item: Item; left: number; top: number; width: number; height: number };

type Weighted<Item> = { item: Item; area: number };
type Room = { left: number; top: number; width: number; height: number };

/**
 * Squarified treemap (Bruls, Huizing, van Wijk): rectangles that fill an area in proportion to their weights.
 * Items must be sorted by weight, heaviest first; those without weight are left out.
 */
export function treemap<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  width: number,
  height: number,
): Tile<Item>[] {
  const heavy = items
    .filter((item) => weightOf(item) > 0)
    .toSorted((one, other) => weightOf(other) - weightOf(one));
  const sum = heavy.reduce((total, item) => total + weightOf(item), 0);
  const weighted = heavy.map((item) => ({ item, area: (weightOf(item) / sum) * width * height }));

  const tiles: Tile<Item>[] = [];
  let room: Room = { left: 0, top: 0, width, height };
  for (let start = 0; start < weighted.length; ) {
    const end = endOfRow(weighted, start, Math.min(room.width, room.height));
    const row = weighted.slice(start, end);
    tiles.push(...lay(row, room));
    room = rest(row, room);
    start = end;
  }
  return tiles;
}

/** The end of the row: items are added while they improve its worst aspect ratio. */
function endOfRow(weighted: readonly Weighted<unknown>[], start: number, side: number): number {
  let end = start + 1;
  while (end < weighted.length) {
    if (worst(weighted.slice(start, end + 1), side) > worst(weighted.slice(start, end), side)) break;
    end++;
  }
  return end;
}

/** The worst aspect ratio of a row along a side; 1 is a square. */
function worst(row: readonly Weighted<unknown>[], side: number): number {
  const sum = areaOf(row);
  return Math.max(
    ...row.map(({ area }) =>
      Math.max((side * side * area) / (sum * sum), (sum * sum) / (side * side * area)),
    ),
  );
}

function lay<Item>(row: readonly Weighted<Item>[], { left, top, width, height }: Room): Tile<Item>[] {
  const isColumn = width >= height;
  const depth = areaOf(row) / (isColumn ? height : width);
  let offset = 0;
  return row.map(({ item, area }) => {
    const length = area / depth;
    const tile = isColumn
      ? { item, left, top: top + offset, width: depth, height: length }
      : { item, left: left + offset, top, width: length, height: depth };
    offset += length;
    return tile;
  });
}

function rest(row: readonly Weighted<unknown>[], { left, top, width, height }: Room): Room {
  const area = areaOf(row);
  if (width >= height) {
    const depth = area / height;
    return { left: left + depth, top, width: width - depth, height };
  }
  const depth = area / width;
  return { left, top: top + depth, width, height: height - depth };
}

function areaOf(row: readonly Weighted<unknown>[]): number {
  return row.reduce((sum, { area }) => sum + area, 0);
}
