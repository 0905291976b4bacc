import type { Bar } from "./bars";
import { DAY_MS, FIRST_MONDAY_MS, WEEK_MS } from "./intervals";

/** One value per bar; null where there are too few bars before it. */
export type Values = readonly (number | null)[];

/** The simple moving average. */
export function simpleAverage(values: Values, period: number): Values {
  const first = firstPlace(values);
  let sum = 0;
  return values.map((value, place) => {
    sum += value ?? 0;
    if (place - period >= first) sum -= values[place - period] ?? 0;
    return place - first + 1 >= period ? sum / period : null;
  });
}

/**
 * The exponential moving average: starts as the mean of the first values; then each new one weighs 2 /
 * (period + 1).
 */
export function exponentialAverage(values: Values, period: number): Values {
  return smoothedAverage(values, period, 2 / (period + 1));
}

/** Wilder's moving average: starts as the mean of the first values; then each new one weighs 1 / period. */
export function wilderAverage(values: Values, period: number): Values {
  return smoothedAverage(values, period, 1 / period);
}

function smoothedAverage(values: Values, period: number, weight: number): Values {
  const first = firstPlace(values);
  const begin = first + period - 1;
  let sum = 0;
  let average = 0;
  return values.map((value, place) => {
    if (place < first || value === null) return null;
    if (place <= begin) {
      sum += value;
      average = sum / period;
      return place === begin ? average : null;
    }
    average += weight * (value - average);
    return average;
  });
}

export interface Bands {
  middle: Values;
  upper: Values;
  lower: Values;
}

/** A moving average with bands at a number of (population) standard deviations. */
export function bollingerBands(values: readonly number[], period: number, deviations: number): Bands {
  const middle = simpleAverage(values, period);
  const widths = middle.map((mean, place) => {
    if (mean === null) return null;
    // Squared deviations, not squared prices, whose differences would lose precision.
    let squares = 0;
    for (let at = place - period + 1; at <= place; at++) squares += ((values[at] ?? mean) - mean) ** 2;
    return deviations * Math.sqrt(squares / period);
  });
  const shifted = (sign: 1 | -1) =>
    middle.map((mean, place) => (mean === null ? null : mean + sign * (widths[place] ?? 0)));
  return { middle, upper: shifted(1), lower: shifted(-1) };
}

export const VWAP_ANCHORS = [1, 7, 30] as const;

/** The volume-weighted average price since the start of the day (1), week (7) or month (30) in UTC. */
export function volumeWeightedAverage(bars: readonly Bar[], anchorDays: number): Values {
  let session = Number.NaN;
  let quote = 0;
  let volume = 0;
  return bars.map((bar) => {
    const current = sessionOf(bar.startMs, anchorDays);
    if (current !== session) {
      session = current;
      quote = 0;
      volume = 0;
    }
    quote += bar.quoteVolume;
    volume += bar.volume;
    return volume > 0 ? quote / volume : null;
  });
}

function sessionOf(startMs: number, anchorDays: number): number {
  if (anchorDays === 1) return Math.floor(startMs / DAY_MS);
  if (anchorDays === 7) return Math.floor((startMs - FIRST_MONDAY_MS) / WEEK_MS);
  const date = new Date(startMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function firstPlace(values: Values): number {
  const place = values.findIndex((value) => value !== null);
  return place < 0 ? values.length : place;
}
