import type { Level } from "@/realtime/depth";

/** What is offered as far as a price; for pixels alone, so figures are floats. */
export type DepthPoint = { price: number; total: number };

/** The levels of one side summed up, best first, as far as `limit`. */
export function cumulate(levels: readonly Level[], limit: number): DepthPoint[] {
  const points: DepthPoint[] = [];
  let total = 0;
  for (const [price, quantity] of levels) {
    const level = Number(price);
    const isBeyond = limit < Number(levels[0]?.[0]) ? level < limit : level > limit;
    if (isBeyond) break;
    total += Number(quantity);
    points.push({ price: level, total });
  }
  return points;
}

export type Scale = (value: number) => number;

/** The outline of one side as an SVG path: a stair from the best price outwards, and level from its end to `edge`. */
export function depthLine(points: readonly DepthPoint[], x: Scale, y: Scale, edge: number): string {
  const [first] = points;
  if (!first) return "";
  let path = `M${round(x(first.price))} ${round(y(0))}`;
  for (const { price, total } of points) path += `H${round(x(price))}V${round(y(total))}`;
  return `${path}H${round(edge)}`;
}

/** What is offered as far as a price: by bids at it or above, by asks at it or below. */
export function totalAt(points: readonly DepthPoint[], price: number, side: "bids" | "asks"): number {
  const isReached = (point: DepthPoint) => (side === "asks" ? point.price <= price : point.price >= price);
  return points.findLast(isReached)?.total ?? 0;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
