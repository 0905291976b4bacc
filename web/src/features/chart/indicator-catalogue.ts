import { i18n } from "@lingui/core";
import {
  bollingerBands,
  exponentialAverage,
  simpleAverage,
  type Values,
  volumeWeightedAverage,
} from "./averages";
import type { Bar } from "./bars";
import { freeId, type Indicator, type IndicatorKind } from "./chart-settings";
import { averageTrueRange, convergenceDivergence, relativeStrength, stochastic } from "./oscillators";
import type { ColourName } from "./palette";

export interface Parameter {
  label: () => string;
  fallback: number;
  least: number;
  most: number;
  /** The step of the parameter; integers by default. */
  step?: number;
  /** The allowed values, if they have names. */
  choices?: readonly { value: number; label: () => string }[];
}

export interface Line {
  label: () => string;
  colour: ColourName;
  look: "line" | "histogram";
}

export interface IndicatorDefinition {
  /** The abbreviation, the same in every language. */
  short: string;
  name: () => string;
  /** On the price pane, or in a separate pane below. */
  place: "price" | "own";
  parameters: readonly Parameter[];
  lines: readonly Line[];
  /** Reference levels. */
  guides: readonly number[];
  /** The decimals of its values; null for prices. */
  decimals: number | null;
  /** The number of bars that one value depends on; null if it depends on all before. */
  reach: ((numbers: readonly number[]) => number) | null;
  /** One list of values per line. */
  compute: (bars: readonly Bar[], numbers: readonly number[]) => readonly Values[];
}

const closesOf = (bars: readonly Bar[]) => bars.map((bar) => bar.close);

function period(fallback: number, label = () => i18n._("Period")): Parameter {
  return { label, fallback, least: 1, most: 500 };
}

function line(colour: ColourName, label: () => string, look: Line["look"] = "line"): Line {
  return { colour, label, look };
}

export const CATALOGUE: Record<IndicatorKind, IndicatorDefinition> = {
  ma: {
    short: "MA",
    name: () => i18n._("Moving average"),
    place: "price",
    parameters: [period(20)],
    lines: [line("warn", () => i18n._("Average"))],
    guides: [],
    decimals: null,
    reach: ([length = 1]) => length,
    compute: (bars, [length = 1]) => [simpleAverage(closesOf(bars), length)],
  },
  ema: {
    short: "EMA",
    name: () => i18n._("Exponential moving average"),
    place: "price",
    parameters: [period(50)],
    lines: [line("info", () => i18n._("Average"))],
    guides: [],
    decimals: null,
    reach: null,
    compute: (bars, [length = 1]) => [exponentialAverage(closesOf(bars), length)],
  },
  bollinger: {
    short: "BB",
    name: () => i18n._("Bollinger bands"),
    place: "price",
    parameters: [
      period(20),
      { label: () => i18n._("Deviations"), fallback: 2, least: 0.5, most: 5, step: 0.5 },
    ],
    lines: [
      line("ink-2", () => i18n._("Middle")),
      line("info", () => i18n._("Upper band")),
      line("info", () => i18n._("Lower band")),
    ],
    guides: [],
    decimals: null,
    reach: ([length = 1]) => length,
    compute(bars, [length = 1, deviations = 1]) {
      const bands = bollingerBands(closesOf(bars), length, deviations);
      return [bands.middle, bands.upper, bands.lower];
    },
  },
  vwap: {
    short: "VWAP",
    name: () => i18n._("Volume-weighted average price"),
    place: "price",
    parameters: [
      {
        label: () => i18n._("Resets every"),
        fallback: 1,
        least: 1,
        most: 30,
        choices: [
          { value: 1, label: () => i18n._("Day") },
          { value: 7, label: () => i18n._("Week") },
          { value: 30, label: () => i18n._("Month") },
        ],
      },
    ],
    lines: [line("accent", () => i18n._("Average"))],
    guides: [],
    decimals: null,
    reach: null,
    compute: (bars, [anchor = 1]) => [volumeWeightedAverage(bars, anchor)],
  },
  rsi: {
    short: "RSI",
    name: () => i18n._("Relative strength index"),
    place: "own",
    parameters: [period(14)],
    lines: [line("warn", () => i18n._("Strength"))],
    guides: [30, 70],
    decimals: 2,
    reach: null,
    compute: (bars, [length = 1]) => [relativeStrength(closesOf(bars), length)],
  },
  macd: {
    short: "MACD",
    name: () => i18n._("Moving average convergence divergence"),
    place: "own",
    parameters: [
      period(12, () => i18n._("Fast period")),
      period(26, () => i18n._("Slow period")),
      period(9, () => i18n._("Signal period")),
    ],
    lines: [
      line("ink-3", () => i18n._("Histogram"), "histogram"),
      line("info", () => i18n._("MACD")),
      line("warn", () => i18n._("Signal")),
    ],
    guides: [],
    decimals: null,
    reach: null,
    compute(bars, [fast = 1, slow = 1, smoothing = 1]) {
      const { histogram, macd, signal } = convergenceDivergence(closesOf(bars), fast, slow, smoothing);
      return [histogram, macd, signal];
    },
  },
  stochastic: {
    short: "Stoch",
    name: () => i18n._("Stochastic oscillator"),
    place: "own",
    parameters: [period(14), period(3, () => i18n._("Smoothing")), period(3, () => i18n._("Signal period"))],
    lines: [line("info", () => i18n._("%K")), line("warn", () => i18n._("%D"))],
    guides: [20, 80],
    decimals: 2,
    reach: ([length = 1, smoothing = 1, signal = 1]) => length + smoothing + signal - 2,
    compute(bars, [length = 1, smoothing = 1, signal = 1]) {
      const { k, d } = stochastic(bars, length, smoothing, signal);
      return [k, d];
    },
  },
  atr: {
    short: "ATR",
    name: () => i18n._("Average true range"),
    place: "own",
    parameters: [period(14)],
    lines: [line("accent", () => i18n._("Range"))],
    guides: [],
    decimals: null,
    reach: null,
    compute: (bars, [length = 1]) => [averageTrueRange(bars, length)],
  },
};

/** Clamps a parameter to its valid values; null if it is no number. */
export function readParameter({ least, most, step = 1, choices }: Parameter, value: unknown): number | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  if (choices) return choices.some((choice) => choice.value === value) ? value : null;
  return Math.min(most, Math.max(least, Math.round(value / step) * step));
}

/** A new indicator of a kind with its defaults. */
export function anIndicator(kind: IndicatorKind, others: readonly Indicator[]): Indicator {
  return completed({ id: freeId(kind, others), kind, numbers: [], colours: [] });
}

/** Fills in missing or invalid numbers and colours. */
export function completed(indicator: Indicator): Indicator {
  const { parameters, lines } = CATALOGUE[indicator.kind];
  return {
    ...indicator,
    numbers: parameters.map((one, place) => readParameter(one, indicator.numbers[place]) ?? one.fallback),
    colours: lines.map((line, place) => indicator.colours[place] ?? line.colour),
  };
}

/** Such as "MA 20". */
export function indicatorLabel(indicator: Indicator): string {
  const { short, parameters } = CATALOGUE[indicator.kind];
  const texts = completed(indicator).numbers.map((number, place) => {
    const choice = parameters[place]?.choices?.find(({ value }) => value === number);
    return choice ? choice.label() : String(number);
  });
  return `${short} ${texts.join(" ")}`;
}
