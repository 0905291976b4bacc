import { i18n } from "@lingui/core";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { Change } from "@/design/change";
import { formatDateTime } from "@/lib/dates";
import { toFixed } from "@/lib/decimal";
import { formatPrice, formatValue } from "@/lib/format-number";
import { moneyText } from "@/lib/money-text";
import { sparklinePath } from "@/lib/sparkline-path";
import { usePortfolioView, type ValueUnit } from "@/session/portfolio-view";
import { MaskedAmount } from "./masked-amount";
import { differenceOf, type HistoryPoint } from "./model";

const WIDTH = 1000;
const HEIGHT = 200;
const BTC_DECIMALS = 8;

type ValueChartProps = { points: readonly HistoryPoint[]; unit: ValueUnit };

/** A line chart; hovering or the arrow keys show the value at a time. */
export function ValueChart({ points, unit }: ValueChartProps) {
  const { isHidden } = usePortfolioView();
  const [chosen, setChosen] = useState<number | null>(null);
  const last = points.length - 1;
  const index = Math.min(chosen ?? last, last);
  const point = points[index];
  if (!point) return null;
  const values = points.map(({ value }) => Number(value));

  function choose(event: PointerEvent) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(Math.round(clamp((event.clientX - left) / width, 0, 1) * last));
  }

  function step(event: KeyboardEvent) {
    const next = KEYS[event.key]?.(index, last);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(clamp(next, 0, last));
  }

  return (
    <div className="flex flex-col gap-2">
      <Reading points={points} point={point} isNow={index === last} unit={unit} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={i18n._("Value over time")}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={describe(point, unit, isHidden)}
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={() => setChosen(null)}
        onKeyDown={step}
        onBlur={() => setChosen(null)}
        className="relative h-40 touch-pan-y rounded-control"
      >
        <Line values={values} />
        {chosen !== null && <Marker values={values} index={index} />}
      </div>
      <Ends points={points} />
    </div>
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

const KEYS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  PageDown: (index) => index - 10,
  PageUp: (index) => index + 10,
  Home: () => 0,
  End: (_index, last) => last,
};

type ReadingProps = ValueChartProps & { point: HistoryPoint; isNow: boolean };

function Reading({ points, point, isNow, unit }: ReadingProps) {
  const { amount, ratio } = differenceOf(points);
  return (
    <p className="flex min-h-5 flex-wrap items-center gap-x-3 text-13 text-ink-2 tabular-nums">
      {isNow ? (
        <>
          <span>{i18n._("Since {time}", { time: formatDateTime(points[0]?.at ?? 0) })}</span>
          <span className="text-ink">
            <MaskedAmount>{`${signed(amount, unit)} ${unit}`}</MaskedAmount>
          </span>
          {ratio !== null && <Change value={ratio} />}
          <span className="text-ink-3">{i18n._("Includes deposits and withdrawals.")}</span>
        </>
      ) : (
        <>
          <time dateTime={new Date(point.at * 1000).toISOString()}>{formatDateTime(point.at)}</time>
          <span className="font-medium text-ink">
            <MaskedAmount>{`${figure(point.value, unit)} ${unit}`}</MaskedAmount>
          </span>
        </>
      )}
    </p>
  );
}

function Line({ values }: { values: readonly number[] }) {
  const line = sparklinePath(values, WIDTH, HEIGHT);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      <path d={`${line}V${HEIGHT + 4}H0Z`} className="fill-accent/10" />
      <path
        d={line}
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-accent"
      />
    </svg>
  );
}

function Marker({ values, index }: { values: readonly number[]; index: number }) {
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const height = span === 0 ? 0.5 : ((values[index] ?? least) - least) / span;
  const left = `${(100 * index) / Math.max(1, values.length - 1)}%`;
  // The line has a margin of four units at either edge.
  const top = `${(100 * (4 + (1 - height) * HEIGHT)) / (HEIGHT + 8)}%`;
  return (
    <span aria-hidden="true" className="pointer-events-none">
      <span className="absolute inset-y-0 w-px bg-line-strong" style={{ left }} />
      <span
        className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-deep bg-accent"
        style={{ left, top }}
      />
    </span>
  );
}

function Ends({ points }: { points: readonly HistoryPoint[] }) {
  return (
    <p aria-hidden="true" className="flex justify-between gap-4 text-12 text-ink-3 tabular-nums">
      <span>{formatDateTime(points[0]?.at ?? 0)}</span>
      <span>{i18n._("Now")}</span>
    </p>
  );
}

function describe({ at, value }: HistoryPoint, unit: ValueUnit, isHidden: boolean): string {
  return `${formatDateTime(at)}: ${isHidden ? i18n._("Hidden") : `${figure(value, unit)} ${unit}`}`;
}

function figure(value: string, unit: ValueUnit): string {
  return unit === "USDT" ? formatValue(value) : formatPrice(toFixed(value, BTC_DECIMALS), BTC_DECIMALS);
}

function signed(amount: string, unit: ValueUnit): string {
  return moneyText(toFixed(amount, unit === "USDT" ? 2 : BTC_DECIMALS), true);
}
