import { i18n } from "@lingui/core";
import { formatDateTime } from "@/lib/dates";
import type { EarnProduct } from "./api";
import { type Estimate, type GrowthPoint, growthOf, startOfInterest } from "./interest";
import { daysText, money } from "./texts";

const WIDTH = 1000;
const HEIGHT = 200;
const DAY_SECONDS = 86_400;

interface GrowthChartProps {
  product: EarnProduct;
  estimate: Estimate;
}

/** The interest over time as an area; what it shows is also told in words. */
export function GrowthChart({ product, estimate }: GrowthChartProps) {
  const points = growthOf(product, estimate);
  const last = points.at(-1);
  const middle = points[Math.floor(points.length / 2)];
  if (!last || !middle) return null;
  const description = i18n._("Interest over time: {middle} after {half}, {all} after {whole}.", {
    middle: money(middle.interest, product.coin),
    half: daysText(middle.day),
    all: money(last.interest, product.coin),
    whole: daysText(last.day),
  });
  const start = startOfInterest(estimate.now);
  return (
    <figure className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={description}
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        className="h-40 w-full"
      >
        <Area points={points} isStepped={product.kind === "locked"} />
      </svg>
      <figcaption aria-hidden="true" className="flex justify-between gap-4 text-12 text-ink-3 tabular-nums">
        <span>{formatDateTime(start)}</span>
        <span>{formatDateTime(start + last.day * DAY_SECONDS)}</span>
      </figcaption>
    </figure>
  );
}

/** A locked product's interest comes in one sum, at the end of a term: between two points nothing grows. */
function Area({ points, isStepped }: { points: readonly GrowthPoint[]; isStepped: boolean }) {
  const line = lineOf(points, isStepped);
  return (
    <>
      <path
        d={`M0 ${HEIGHT}H${WIDTH}`}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-line-strong"
      />
      <path d={`${line}V${HEIGHT}H0Z`} className="fill-accent/15" />
      <path
        d={line}
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-accent"
      />
    </>
  );
}

function lineOf(points: readonly GrowthPoint[], isStepped: boolean): string {
  const days = points.at(-1)?.day || 1;
  const most = Number(points.at(-1)?.interest) || 1;
  return points
    .map(({ day, interest }, index) => {
      const x = round((WIDTH * day) / days);
      const y = round(HEIGHT * (1 - Number(interest) / most));
      if (index === 0) return `M${x} ${y}`;
      return isStepped ? `H${x}V${y}` : `L${x} ${y}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
