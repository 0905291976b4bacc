import { accountSetting, useAccountSetting } from "@/session/account-setting";
import { INTERVALS, type Interval } from "./intervals";
import { COLOUR_NAMES, type ColourName } from "./palette";

export const INDICATOR_KINDS = [
  "ma",
  "ema",
  "bollinger",
  "vwap",
  "rsi",
  "macd",
  "stochastic",
  "atr",
] as const;

export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

export const CHART_STYLES = ["candles", "hollow", "bars", "line", "area", "heikin_ashi"] as const;

export type ChartStyle = (typeof CHART_STYLES)[number];

export interface Indicator {
  /** Distinguishes indicators of one kind. */
  id: string;
  kind: IndicatorKind;
  /** One per parameter of the kind; missing ones have the defaults of the catalogue. */
  numbers: readonly number[];
  /** One per line of the kind, likewise. */
  colours: readonly ColourName[];
}

/** The chart's settings. Stored in `site_data.chart` under the same names. */
export interface ChartSettings {
  interval: Interval;
  style: ChartStyle;
  volume: boolean;
  orders: boolean;
  fills: boolean;
  logarithmic: boolean;
  indicators: readonly Indicator[];
}

/** The panel that is open over the chart. */
export type PanelName = "style" | "indicators" | "settings";

/** The props of components that change the settings. */
export interface ChartChoices {
  settings: ChartSettings;
  onChange: (change: Partial<ChartSettings>) => void;
}

/** The max number; more would hide the chart. */
export const MAX_INDICATORS = 10;

/** Parses stored settings; missing or unknown ones get the defaults. */
export function parseChartSettings(stored: unknown): ChartSettings {
  const kept = isRecord(stored) ? stored : {};
  return {
    interval: INTERVALS.find((interval) => interval === kept.interval) ?? "15m",
    style: CHART_STYLES.find((style) => style === kept.style) ?? "candles",
    volume: kept.volume !== false,
    orders: kept.orders !== false,
    fills: kept.fills !== false,
    logarithmic: kept.logarithmic === true,
    indicators: parseIndicators(kept.indicators),
  };
}

function parseIndicators(stored: unknown): Indicator[] {
  const indicators: Indicator[] = [];
  for (const one of listOf(stored)) {
    const kind = isRecord(one) && INDICATOR_KINDS.find((known) => known === one.kind);
    if (!kind || indicators.length === MAX_INDICATORS) continue;
    const numbers = listOf(one.numbers).filter((number) => typeof number === "number");
    const colours = listOf(one.colours).flatMap((name) => COLOUR_NAMES.find((known) => known === name) ?? []);
    indicators.push({ id: freeId(kind, indicators), kind, numbers, colours });
  }
  return indicators;
}

/** An unused id for an indicator. */
export function freeId(kind: IndicatorKind, others: readonly Indicator[]): string {
  let number = 1;
  while (others.some(({ id }) => id === `${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export const CHART_KEY = "cw:chart";

type Change = (change: Partial<ChartSettings>) => void;

const setting = accountSetting<ChartSettings>({
  key: CHART_KEY,
  field: "chart",
  parse: parseChartSettings,
  // Debounced, for numbers that are changed step by step.
  pauseMs: 800,
});

/** The chart's settings: stored in this browser or, for clients, in the account. */
export function useChartSettings(): [ChartSettings, Change] {
  return [useAccountSetting(setting), change];
}

function change(choice: Partial<ChartSettings>): void {
  setting.change({ ...setting.get(), ...choice });
}
