import type { Level } from "@/realtime/depth";

/** Cumulative quantity up to a price; floats, because it is only drawn. */
export type DepthPoint = { price: number; total: number };

/** Cumulative levels of one side, best first, up to `limit`. */
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

/** The outline of one side as an SVG path: steps from the best price outwards, extended flat to `edge`. */
export function depthLine(points: readonly DepthPoint[], x: Scale, y: Scale, edge: number): string {
  const [first] = points;
  if (!first) return "";
  let path = `M${round(x(first.price))} ${round(y(0))}`;
  for (const { price, total } of points) path += `H${round(x(price))}V${round(y(total))}`;
  return `${path}H${round(edge)}`;
}

/** The cumulative quantity at a price: of bids at or above it, of asks at or below it. */
export function totalAt(points: readonly DepthPoint[], price: number, side: "bids" | "asks"): number {
  const isReached = (point: DepthPoint) => (side === "asks" ? point.price <= price : point.price >= price);
  return points.findLast(isReached)?.total ?? 0;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
