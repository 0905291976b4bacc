import { i18n } from "@lingui/core";
import * as v from "valibot";
import { compare, roundToStep } from "@/lib/decimal";
import type { PremarketDraft } from "./api";
import { type Moment, secondsOf } from "./moment";

export type PremarketValues = {
  symbol: string;
  quote: string;
  opens: Moment;
  closes: Moment;
  price_decimals: string;
  tick_size: string;
  step_size: string;
  min_quantity: string;
  max_quantity: string;
  max_exposure: string;
  /** In percent, as typed. */
  fee_rate: string;
  collateral_rate: string;
  window_minutes: string;
  late_days: string;
};

export const PREMARKET_FIELDS = [
  "symbol",
  "quote",
  "price_decimals",
  "tick_size",
  "step_size",
  "min_quantity",
  "max_quantity",
  "max_exposure",
  "fee_rate",
  "collateral_rate",
  "window_minutes",
  "late_days",
] as const satisfies readonly (keyof PremarketValues)[];

const NO_MOMENT: Moment = { day: "", time: "12:00" };

export const EMPTY_PREMARKET: PremarketValues = {
  symbol: "",
  quote: "USDT",
  opens: NO_MOMENT,
  closes: NO_MOMENT,
  price_decimals: "4",
  tick_size: "0.01",
  step_size: "1",
  min_quantity: "10",
  max_quantity: "10000",
  max_exposure: "50000",
  fee_rate: "2",
  collateral_rate: "100",
  window_minutes: "240",
  late_days: "30",
};

const coin = v.pipe(
  v.string(),
  v.nonEmpty(() => i18n._("Choose a coin.")),
);
const amount = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?$/, () => i18n._("Enter an amount.")),
);
const positive = v.pipe(
  amount,
  v.check(
    (text) => compare(text, "0") > 0,
    () => i18n._("Enter more than 0."),
  ),
);
const within = (schema: typeof amount, low: number, high: number) =>
  v.pipe(
    schema,
    v.check(
      (text) => Number(text) >= low && Number(text) <= high,
      () => i18n._("Enter {low} to {high}.", { low, high }),
    ),
  );
const moment = v.pipe(
  v.object({ day: v.string(), time: v.string() }),
  v.check(
    (value) => secondsOf(value) !== null,
    () => i18n._("Enter a date and a time."),
  ),
);

export const premarketSchema = v.object({
  symbol: coin,
  quote: coin,
  opens: moment,
  closes: moment,
  price_decimals: within(amount, 0, 18),
  tick_size: positive,
  step_size: positive,
  min_quantity: positive,
  max_quantity: positive,
  max_exposure: positive,
  fee_rate: within(amount, 0, 99),
  collateral_rate: within(amount, 100, 200),
  window_minutes: within(amount, 1, 43200),
  late_days: within(amount, 1, 3650),
});

type FieldError = { field: keyof PremarketValues; message: string };

/** Validation errors between fields that are valid by themselves. */
export function validatePremarket(values: PremarketValues): FieldError[] {
  const found: FieldError[] = [];
  const addError = (field: FieldError["field"], message: string) => found.push({ field, message });
  const isMultiple = (value: string) => compare(roundToStep(value, values.step_size, "down"), value) === 0;
  if (values.symbol === values.quote) addError("quote", i18n._("Choose a different coin."));
  if ((secondsOf(values.closes) ?? 0) <= (secondsOf(values.opens) ?? 0))
    addError("closes", i18n._("Must be after the opening."));
  if (compare(values.min_quantity, values.max_quantity) > 0)
    addError("max_quantity", i18n._("Must be at least the minimum quantity."));
  for (const field of ["min_quantity", "max_quantity"] as const)
    if (!isMultiple(values[field])) addError(field, i18n._("Use a multiple of the quantity step."));
  return found;
}

/** Percentages have four decimals at most, fractions six: exact. */
const fractionOf = (percent: string) => String(Number((Number(percent) / 100).toFixed(6)));

export const premarketDraft = (values: PremarketValues): PremarketDraft => ({
  symbol: values.symbol,
  quote: values.quote,
  opens_at: secondsOf(values.opens) ?? 0,
  closes_at: secondsOf(values.closes) ?? 0,
  price_decimals: Number(values.price_decimals),
  tick_size: values.tick_size,
  step_size: values.step_size,
  min_quantity: values.min_quantity,
  max_quantity: values.max_quantity,
  max_exposure: values.max_exposure,
  fee_rate: fractionOf(values.fee_rate),
  collateral_rate: fractionOf(values.collateral_rate),
  window_minutes: Number(values.window_minutes),
  late_days: Number(values.late_days),
});
