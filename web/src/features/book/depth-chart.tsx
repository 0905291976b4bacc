import { i18n } from "@lingui/core";
import { type PointerEvent, useRef, useState } from "react";
import type { Pair } from "@/api/pairs";
import { EmptyState } from "@/design/empty-state";
import { Segments } from "@/design/segments";
import { Skeleton } from "@/design/skeleton";
import { useElementSize } from "@/design/use-element-size";
import { useThrottledValue } from "@/design/use-throttled-value";
import { classNames } from "@/lib/class-names";
import { decimalsOfStep, formatCompact, formatFixed, formatRate } from "@/lib/format-number";
import { type DepthView, type Level, useDepth } from "@/realtime/depth";

/** Cumulative quantity up to a price; floats, because it is only drawn. */
type DepthPoint = { price: number; total: number };

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

type Scale = (value: number) => number;

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

const REDRAW_MS = 500;
const REACHES = ["0.01", "0.025", "0.1"] as const;
type Reach = (typeof REACHES)[number];
const AXIS_HEIGHT = 22;
const HEADROOM = 0.88;

/** The cumulative depth of the book by price. */
export function DepthChart({ pair }: { pair: Pair }) {
  const depth = useThrottledValue(useDepth(pair.symbol), REDRAW_MS);
  const [reach, setReach] = useState<Reach>("0.025");
  const options = REACHES.map((value) => ({ value, label: `±${formatRate(value)}` }));

  return (
    <section aria-label={i18n._("Depth chart")} className="relative flex h-full min-h-0 flex-col p-2">
      <Segments
        label={i18n._("Price range")}
        options={options}
        value={reach}
        onChange={setReach}
        className="z-1 self-end"
      />
      <DepthPlot pair={pair} depth={depth} reach={Number(reach)} />
    </section>
  );
}

function DepthPlot({ pair, depth, reach }: { pair: Pair; depth: DepthView; reach: number }) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useElementSize(box, { width: 600, height: 300 });
  const [pointer, setPointer] = useState<number | null>(null);
  const middle = middleOf(depth);
  return (
    <div ref={box} className="relative min-h-0 grow overflow-hidden">
      {depth.status === "loading" && <Skeleton shape="block" className="h-40 w-full" />}
      {depth.status !== "loading" && middle === null && (
        <EmptyState icon="chart-spline" title={i18n._("No depth data yet")} />
      )}
      {middle !== null && (
        <Drawing
          {...{ pair, depth, middle, reach, width, height, pointer }}
          onPoint={(event: PointerEvent<SVGSVGElement> | null) =>
            setPointer(event && event.clientX - event.currentTarget.getBoundingClientRect().left)
          }
        />
      )}
    </div>
  );
}

type DrawingProps = {
  pair: Pair;
  depth: DepthView;
  middle: number;
  reach: number;
  width: number;
  height: number;
  pointer: number | null;
  onPoint: (event: PointerEvent<SVGSVGElement> | null) => void;
};

function Drawing({ pair, depth, middle, reach, width, height, pointer, onPoint }: DrawingProps) {
  const [low, high] = [middle * (1 - reach), middle * (1 + reach)];
  const bids = cumulate(depth.bids, low);
  const asks = cumulate(depth.asks, high);
  const most = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0, Number.MIN_VALUE);
  const floor = height - AXIS_HEIGHT;
  const x = (price: number) => ((price - low) / (high - low)) * width;
  const y = (total: number) => floor - (total / most) * floor * HEADROOM;
  const area = (points: readonly DepthPoint[], edge: number) =>
    points.length > 0 ? `${depthLine(points, x, y, edge)}V${floor}Z` : "";
  const pointed = pointer === null ? null : low + (pointer / width) * (high - low);
  const total =
    pointed === null ? 0 : pointed < middle ? totalAt(bids, pointed, "bids") : totalAt(asks, pointed, "asks");
  const price = (value: number) => formatFixed(value, decimalsOfStep(pair.tick_size));

  return (
    <svg
      role="img"
      aria-label={i18n._("{bids} {coin} bids and {asks} {coin} asks around {price}", {
        bids: formatCompact(String(bids.at(-1)?.total ?? 0)),
        asks: formatCompact(String(asks.at(-1)?.total ?? 0)),
        coin: pair.base,
        price: price(middle),
      })}
      width={width}
      height={height}
      onPointerMove={onPoint}
      onPointerLeave={() => onPoint(null)}
      className={classNames("block touch-pan-y tabular-nums", depth.status === "stale" && "grayscale")}
    >
      {[
        { points: bids, edge: 0, fill: "fill-buy/16", stroke: "stroke-buy" },
        { points: asks, edge: width, fill: "fill-sell/16", stroke: "stroke-sell" },
      ].map(({ points, edge, fill, stroke }) => (
        <g key={fill} fill="none">
          <path d={area(points, edge)} className={fill} />
          <path d={depthLine(points, x, y, edge)} className={stroke} strokeWidth={1.5} />
        </g>
      ))}
      <path d={`M0 ${floor}H${width}M${x(middle)} ${floor}V0`} className="stroke-line-strong" />
      <g className="fill-ink-3 text-12">
        <text x={4} y={height - 6}>
          {price(low)}
        </text>
        <text x={width / 2} y={height - 6} textAnchor="middle" className="fill-ink">
          {price(middle)}
        </text>
        <text x={width - 4} y={height - 6} textAnchor="end">
          {price(high)}
        </text>
      </g>
      {pointed !== null && (
        <g>
          <path d={`M${x(pointed)} 0V${floor}`} className="stroke-ink-3" strokeDasharray="3 3" />
          <circle
            cx={x(pointed)}
            cy={y(total)}
            r={4}
            className={pointed < middle ? "fill-buy" : "fill-sell"}
          />
          <text x={8} y={20} className="fill-ink text-13">
            {i18n._("{price}: {total} {coin}", {
              price: price(pointed),
              total: formatCompact(total.toFixed(8)),
              coin: pair.base,
            })}
          </text>
        </g>
      )}
    </svg>
  );
}

function middleOf({ bids, asks }: DepthView): number | null {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  if (bid === undefined && ask === undefined) return null;
  return (Number(bid ?? ask) + Number(ask ?? bid)) / 2;
}
