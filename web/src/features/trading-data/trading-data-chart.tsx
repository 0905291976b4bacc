import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import type { Pair } from "@/api/pairs";
import { describeItem, drawnValues, type Metric, type Tone, valueText } from "./trading-data-metrics";
import type { Period, TradingDataItem } from "./trading-data-query";
import { periodMark, periodStart } from "./trading-data-query";
import {
  barsPath,
  CHART_HEIGHT,
  CHART_WIDTH,
  type Domain,
  dotsPath,
  linePath,
  placeAt,
  xOf,
  yOf,
} from "./trading-data-scale";

export const TONES: Record<Tone, string> = {
  buy: "text-buy",
  sell: "text-sell",
  accent: "text-accent",
  info: "text-info",
  warn: "text-warn",
};

interface TradingDataChartProps {
  metric: Metric;
  items: readonly TradingDataItem[];
  pair: Pair;
  period: Period;
  /** The index of the hovered period, the same in every chart; null for none. */
  place: number | null;
  onPlace: (place: number | null) => void;
  /** Whether this chart is hovered or focused, and shows the values. */
  isActive: boolean;
}

export function TradingDataChart(props: TradingDataChartProps) {
  const { metric, items, pair, period, place, onPlace, isActive } = props;
  const lines = metric.series.map((series) => ({ series, values: drawnValues(series, items) }));
  const domain = metric.domain(lines.flatMap(({ values }) => values.filter((value) => value !== null)));
  const shown = place ?? items.length - 1;
  const item = items[shown];

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPlace(placeAt((event.clientX - left) / width, items.length));
  }

  function walk(event: KeyboardEvent) {
    const next = KEY_MOVES[event.key]?.(shown, items.length - 1);
    if (next === undefined && event.key !== "Escape") return;
    event.preventDefault();
    onPlace(next ?? null);
  }

  return (
    <div className="flex gap-2">
      <div className="min-w-0 grow">
        <div
          role="slider"
          tabIndex={0}
          aria-label={metric.title()}
          aria-valuemin={0}
          aria-valuemax={Math.max(items.length - 1, 0)}
          aria-valuenow={Math.max(shown, 0)}
          aria-valuetext={
            item && `${periodStart(item.start_ms, period)}: ${describeItem(metric, item, pair)}`
          }
          onPointerMove={point}
          onPointerLeave={() => onPlace(null)}
          onKeyDown={walk}
          onFocus={() => onPlace(place ?? items.length - 1)}
          onBlur={() => onPlace(null)}
          className="relative h-40 touch-pan-y rounded-control"
        >
          <Drawing metric={metric} lines={lines} domain={domain} />
          {place !== null && item && (
            <Crosshair share={xOf(place, items.length) / CHART_WIDTH}>
              {isActive && <Figures metric={metric} item={item} pair={pair} period={period} />}
            </Crosshair>
          )}
        </div>
        <TimeMarks items={items} period={period} />
      </div>
      <ValueMarks domain={domain} metric={metric} />
    </div>
  );
}

const KEY_MOVES: Partial<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => Math.max(place - 1, 0),
  ArrowRight: (place, last) => Math.min(place + 1, last),
  Home: () => 0,
  End: (_, last) => last,
};

interface DrawingProps {
  metric: Metric;
  lines: readonly { series: Metric["series"][number]; values: readonly (number | null)[] }[];
  domain: Domain;
}

function Drawing({ metric, lines, domain }: DrawingProps) {
  const [least, most] = domain;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {[least, (least + most) / 2, most].map((level) => (
        <path
          key={level}
          d={`M0 ${yOf(level, domain)}H${CHART_WIDTH}`}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {lines.map(({ series, values }) =>
        metric.look === "bars" ? (
          <path
            key={series.key}
            d={barsPath(values, domain)}
            className={TONES[series.tone]}
            fill="currentColor"
            fillOpacity="0.8"
          />
        ) : (
          <g
            key={series.key}
            className={TONES[series.tone]}
            fill="none"
            stroke="currentColor"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d={linePath(values, domain)} strokeWidth="2" vectorEffect="non-scaling-stroke" />
            <path d={dotsPath(values, domain)} strokeWidth="6" vectorEffect="non-scaling-stroke" />
          </g>
        ),
      )}
    </svg>
  );
}

function Crosshair({ share, children }: { share: number; children: ReactNode }) {
  const left = `${share * 100}%`;
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <div className="absolute inset-y-0 w-px bg-ink-3" style={{ left }} />
      <div
        className="absolute bottom-full z-1 -translate-x-1/2"
        style={{ left: `clamp(5rem, ${left}, 100% - 5rem)` }}
      >
        {children}
      </div>
    </div>
  );
}

type FiguresProps = Pick<TradingDataChartProps, "metric" | "pair" | "period"> & { item: TradingDataItem };

function Figures({ metric, item, pair, period }: FiguresProps) {
  return (
    <div className="mb-1 min-w-40 rounded-control border border-line-strong bg-raised px-3 py-2 text-12 tabular-nums shadow-float">
      <p className="mb-1 text-ink-2">{periodStart(item.start_ms, period)}</p>
      {metric.series.map((series) => (
        <p key={series.key} className="flex justify-between gap-4 whitespace-nowrap">
          <span className={TONES[series.tone]}>{series.label()}</span>
          <span className="text-ink">{valueText(metric, series, item, pair)}</span>
        </p>
      ))}
    </div>
  );
}

function TimeMarks({ items, period }: { items: readonly TradingDataItem[]; period: Period }) {
  const marks = [items[0], items[Math.floor(items.length / 2)], items.at(-1)];
  return (
    <div aria-hidden="true" className="mt-1.5 flex justify-between text-12 text-ink-3 tabular-nums">
      {marks.map((item) => item && <span key={item.start_ms}>{periodMark(item.start_ms, period)}</span>)}
    </div>
  );
}

function ValueMarks({ domain: [least, most], metric }: { domain: Domain; metric: Metric }) {
  return (
    <div
      aria-hidden="true"
      className="flex h-40 w-14 shrink-0 flex-col justify-between text-12 text-ink-3 tabular-nums *:leading-none"
    >
      {[most, (least + most) / 2, least].map((level) => (
        <span key={level}>{metric.mark(level)}</span>
      ))}
    </div>
  );
}
