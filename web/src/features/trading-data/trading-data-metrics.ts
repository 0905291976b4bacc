import { i18n } from "@lingui/core";
import type { Pair } from "@/api/pairs";
import { formatAmount, formatRate, formatShort } from "@/lib/format-number";
import type { TradingDataItem } from "./trading-data-query";
import { type Domain, roundUp } from "./trading-data-scale";

export type Tone = "buy" | "sell" | "accent" | "info" | "warn";

export interface MetricSeries {
  key: string;
  label: () => string;
  tone: Tone;
  read: (item: TradingDataItem) => string | null;
  /** Drawn downwards, though the value is positive. */
  isMirrored?: boolean;
}

export interface Metric {
  key: "volume" | "aggressor" | "spread" | "imbalance" | "volatility";
  title: () => string;
  explanation: () => string;
  look: "bars" | "line";
  series: readonly MetricSeries[];
  /** The domain of the drawn values. */
  domain: (values: readonly number[]) => Domain;
  format: (value: string, pair: Pair) => string;
  /** The label of an axis level, as short as possible. */
  mark: (level: number) => string;
}

const fromZero = (values: readonly number[]): Domain => [0, roundUp(Math.max(0, ...values))];
const aroundZero = (values: readonly number[]): Domain => {
  const reach = roundUp(Math.max(0, ...values.map(Math.abs)));
  return [-reach, reach];
};
const percentMark = (level: number) => formatRate(level);
const percent = (value: string) => formatRate(Number(value).toFixed(4));

/** The metrics in display order. */
export const METRICS: readonly Metric[] = [
  {
    key: "volume",
    title: () => i18n._("Taker volume"),
    explanation: () => i18n._("Amounts bought and sold by takers, who fill resting orders."),
    look: "bars",
    series: [
      { key: "buy", label: () => i18n._("Bought"), tone: "buy", read: (item) => item.taker_buy_volume },
      {
        key: "sell",
        label: () => i18n._("Sold"),
        tone: "sell",
        read: (item) => item.taker_sell_volume,
        isMirrored: true,
      },
    ],
    domain: aroundZero,
    format: (value, pair) => `${formatAmount(value)} ${pair.base}`,
    // Sold volumes are drawn below the axis, but labelled as positive.
    mark: (level) => formatShort(Math.abs(level), 3),
  },
  {
    key: "aggressor",
    title: () => i18n._("Aggressor ratio"),
    explanation: () => i18n._("Taker buy share. Above 50%, buyers were more aggressive."),
    look: "line",
    series: [
      {
        key: "ratio",
        label: () => i18n._("Bought by takers"),
        tone: "accent",
        read: (item) => item.aggressor_ratio,
      },
    ],
    domain: () => [0, 1],
    format: percent,
    mark: percentMark,
  },
  {
    key: "spread",
    title: () => i18n._("Spread"),
    explanation: () =>
      i18n._(
        "Gap between best bid and best ask, in basis points of the mid price. Lower is cheaper to trade.",
      ),
    look: "line",
    series: [{ key: "spread", label: () => i18n._("Spread"), tone: "warn", read: (item) => item.spread_bps }],
    domain: fromZero,
    format: (value) => i18n._("{bps} bps", { bps: formatAmount(Number(value).toFixed(2)) }),
    mark: (level) => formatShort(level, 3),
  },
  {
    key: "imbalance",
    title: () => i18n._("Depth imbalance"),
    explanation: () => i18n._("Bid vs ask depth within 1% of mid price. Below 0: more asks."),
    look: "bars",
    series: [
      {
        key: "imbalance",
        label: () => i18n._("Bids over asks"),
        tone: "info",
        read: (item) => item.depth_imbalance,
      },
    ],
    domain: aroundZero,
    format: percent,
    mark: percentMark,
  },
  {
    key: "volatility",
    title: () => i18n._("Realized volatility"),
    explanation: () => i18n._("How much the price moved within each interval. Not annualized."),
    look: "line",
    series: [
      {
        key: "volatility",
        label: () => i18n._("Volatility"),
        tone: "accent",
        read: (item) => item.volatility,
      },
    ],
    domain: fromZero,
    format: percent,
    mark: percentMark,
  },
];

/** The values of a series as drawn. */
export function drawnValues(
  { read, isMirrored = false }: MetricSeries,
  items: readonly TradingDataItem[],
): (number | null)[] {
  return items.map((item) => {
    const value = read(item);
    if (value === null) return null;
    // Avoids -0.
    return isMirrored && Number(value) !== 0 ? -Number(value) : Number(value);
  });
}

/** One item in words: "Bought 2 BTC, Sold 1 BTC"; a dash if unknown. */
export function describeItem(metric: Metric, item: TradingDataItem, pair: Pair): string {
  return metric.series
    .map((series) => `${series.label()} ${valueText(metric, series, item, pair)}`)
    .join(", ");
}

export function valueText(metric: Metric, { read }: MetricSeries, item: TradingDataItem, pair: Pair): string {
  const value = read(item);
  return value === null ? "–" : metric.format(value, pair);
}

/** Whether there is any value to draw. */
export function hasValues({ series }: Metric, items: readonly TradingDataItem[]): boolean {
  return series.some(({ read }) => items.some((item) => read(item) !== null));
}

/** Whether there is no data at all. */
export function isQuiet(items: readonly TradingDataItem[]): boolean {
  return items.every(
    (item) =>
      Number(item.taker_buy_volume) + Number(item.taker_sell_volume) === 0 &&
      item.spread_bps === null &&
      item.depth_imbalance === null,
  );
}
