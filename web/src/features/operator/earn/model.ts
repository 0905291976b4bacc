import { i18n } from "@lingui/core";
import * as v from "valibot";
import { reasonSchema } from "@/features/operator/proposals/reason-field";
import { isDay } from "@/lib/day";
import { compare, divide, isZero, multiply } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { Product, ProductChange, ProductDraft } from "./api";

const RATE_DECIMALS = 6;
const MAX_TERM_DAYS = 3650;
const MAX_SOURCE_LENGTH = 500;

export const toPercent = (fraction: string) => multiply(fraction, "100");
export const toFraction = (percent: string) => divide(percent, "100", RATE_DECIMALS, "down");

const amount = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?$/, () => i18n._("Enter an amount.")),
);
const positive = v.pipe(
  amount,
  v.check(
    (text) => !isZero(text),
    () => i18n._("Enter more than 0."),
  ),
);
/** A rate in percent. */
const rateUpTo = (most: string) =>
  v.pipe(
    amount,
    v.check(
      (text) => compare(text, most) <= 0,
      () => i18n._("Enter 0 to {most}%.", { most: formatAmount(most) }),
    ),
  );
const source = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, () => i18n._("Say where the yield comes from. Clients see it.")),
  v.maxLength(MAX_SOURCE_LENGTH, () =>
    i18n._("Enter at most {longest} characters.", { longest: MAX_SOURCE_LENGTH }),
  ),
);

const bounds = { min: positive, max: positive, quota: amount, source_of_yield: source };

const isAtLeast = ({ min, max }: { min: string; max: string }) => compare(max, min) >= 0;
const tooSmall = () => i18n._("Must be at least the minimum.");

/** The form of a new product: all strings while typing, the rate in percent. */
export const draftSchema = (maxApr: string) =>
  v.pipe(
    v.object({
      id: v.pipe(
        v.string(),
        v.trim(),
        v.toLowerCase(),
        v.regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, () =>
          i18n._("Use lowercase letters, digits and dashes, such as usdt-30."),
        ),
      ),
      coin: v.pipe(
        v.string(),
        v.nonEmpty(() => i18n._("Choose a coin.")),
      ),
      kind: v.picklist(["flexible", "locked"]),
      apr: rateUpTo(toPercent(maxApr)),
      term_days: v.string(),
      ...bounds,
      reason: reasonSchema,
    }),
    v.forward(v.partialCheck([["min"], ["max"]], isAtLeast, tooSmall), ["max"]),
    v.forward(
      v.partialCheck(
        [["kind"], ["term_days"]],
        ({ kind, term_days }) => kind === "flexible" || isTerm(term_days),
        () => i18n._("Enter 1 to {most} days.", { most: formatAmount(String(MAX_TERM_DAYS)) }),
      ),
      ["term_days"],
    ),
  );

export type DraftValues = v.InferInput<ReturnType<typeof draftSchema>>;

function isTerm(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_TERM_DAYS;
}

export const EMPTY_DRAFT: DraftValues = {
  id: "",
  coin: "",
  kind: "flexible",
  apr: "",
  term_days: "",
  min: "",
  max: "",
  quota: "",
  source_of_yield: "",
  reason: "",
};

export const DRAFT_FIELDS = [
  "id",
  "coin",
  "kind",
  "apr",
  "term_days",
  "min",
  "max",
  "quota",
  "source_of_yield",
  "reason",
] as const satisfies readonly (keyof DraftValues)[];

export function draftOf(values: DraftValues): ProductDraft {
  return {
    ...values,
    apr: toFraction(values.apr),
    term_days: values.kind === "locked" ? Number(values.term_days) : null,
  };
}

/** The form of an existing product, whose rate may be from a time with a higher limit. */
export const changeSchema = (product: Product, maxApr: string) =>
  v.pipe(
    v.object({
      apr: rateUpTo(toPercent(larger(maxApr, lastRate(product)))),
      effective_at: v.pipe(
        v.string(),
        v.check(
          (day) => day === "" || isDay(day),
          () => i18n._("Enter a valid date."),
        ),
      ),
      ...bounds,
      is_open: v.boolean(),
    }),
    v.forward(v.partialCheck([["min"], ["max"]], isAtLeast, tooSmall), ["max"]),
  );

export type ChangeValues = v.InferInput<ReturnType<typeof changeSchema>>;

export const CHANGE_FIELDS = [
  "apr",
  "effective_at",
  "min",
  "max",
  "quota",
  "is_open",
  "source_of_yield",
] as const satisfies readonly (keyof ChangeValues)[];

/** The values of a product; the rate is the last one that is set, whether it applies yet or not. */
export function changeValues(product: Product): ChangeValues {
  const { min, max, quota, is_open, source_of_yield } = product;
  return { apr: toPercent(lastRate(product)), effective_at: "", min, max, quota, is_open, source_of_yield };
}

const larger = (one: string, other: string) => (compare(one, other) > 0 ? one : other);

export function lastRate({ apr, rates }: Product): string {
  return rates.at(-1)?.apr ?? apr;
}

/** Only what differs is sent. A date alone is no change: it is that of a rate. */
export function changeOf(product: Product, values: ChangeValues): ProductChange {
  const change: ProductChange = {};
  const apr = toFraction(values.apr);
  if (compare(apr, lastRate(product)) !== 0) {
    change.apr = apr;
    const effective_at = startOfDay(values.effective_at);
    if (effective_at !== null) change.effective_at = effective_at;
  }
  if (compare(values.min, product.min) !== 0) change.min = values.min;
  if (compare(values.max, product.max) !== 0) change.max = values.max;
  if (compare(values.quota, product.quota) !== 0) change.quota = values.quota;
  if (values.is_open !== product.is_open) change.is_open = values.is_open;
  if (values.source_of_yield !== product.source_of_yield) change.source_of_yield = values.source_of_yield;
  return change;
}

/** Whether a change can cost the exchange more: a higher rate than any that is set, or a larger quota. */
export function needsTwo({ rates, apr, quota }: Product, change: ProductChange): boolean {
  if (change.quota && compare(change.quota, quota) > 0) return true;
  const { apr: wanted } = change;
  return !!wanted && [apr, ...rates.map((rate) => rate.apr)].some((set) => compare(wanted, set) > 0);
}

/** Midnight of a day in UTC, in seconds; null without one. */
function startOfDay(day: string): number | null {
  return day === "" ? null : Date.parse(`${day}T00:00:00Z`) / 1000;
}

/** A treasury that lasts for less than this is shown with a warning. */
export const MIN_DAYS_LEFT = 30;
