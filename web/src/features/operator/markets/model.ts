import { i18n } from "@lingui/core";
import * as v from "valibot";
import { pairStatusName } from "@/design/pair-status-badge";
import { changedLines, type Difference } from "@/lib/changed-lines";
import { formatAmount, formatCount, formatRate } from "@/lib/format-number";
import type { Pair, PairRules, PairState } from "./api";
import { isMore, isMultiple } from "./exact";

/** The form values of rules: fractions in percent, all strings while typing. */
export type RuleValues = {
  tick_size: string;
  step_size: string;
  min_quantity: string;
  max_quantity: string;
  min_notional: string;
  price_band: string;
  market_guard: string;
  max_open_orders: string;
};

export const RULE_FIELDS = [
  "tick_size",
  "step_size",
  "min_quantity",
  "max_quantity",
  "min_notional",
  "price_band",
  "market_guard",
  "max_open_orders",
] as const satisfies readonly (keyof RuleValues)[];

const MAX_OPEN_ORDERS = 10_000;
const PER_CENT_DIGITS = 2;

/** Fractions have four decimals, percentages two: exact both ways. */
const percentOf = (fraction: string) => String(Number((Number(fraction) * 100).toFixed(PER_CENT_DIGITS)));
const fractionOf = (percent: string) => String(Number((Number(percent) / 100).toFixed(4)));

const amount = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?$/, () => i18n._("Enter an amount.")),
);

export const positive = v.pipe(
  amount,
  v.check(
    (text) => isMore(text, "0"),
    () => i18n._("Enter more than 0."),
  ),
);

const share = v.pipe(
  positive,
  v.check(
    (text) => Number(text) < 100,
    () => i18n._("Enter less than 100%."),
  ),
);

export const ruleEntries = {
  tick_size: positive,
  step_size: positive,
  min_quantity: positive,
  max_quantity: positive,
  min_notional: amount,
  price_band: share,
  market_guard: share,
  max_open_orders: v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_OPEN_ORDERS,
      () => i18n._("Enter 1 to {most}.", { most: formatCount(MAX_OPEN_ORDERS) }),
    ),
  ),
};

type RuleError = { field: keyof RuleValues; message: string };

/** Validation errors between fields that are valid by themselves. */
export function validateRules(rules: RuleValues): RuleError[] {
  const { step_size: step, min_quantity: least, max_quantity: most } = rules;
  const found: RuleError[] = [];
  const addError = (field: keyof RuleValues, message: string) => found.push({ field, message });
  if (isMore(least, most)) addError("max_quantity", i18n._("Must be at least the minimum quantity."));
  if (!isMultiple(least, step)) addError("min_quantity", i18n._("Use a multiple of the quantity step."));
  if (!isMultiple(most, step)) addError("max_quantity", i18n._("Use a multiple of the quantity step."));
  return found;
}

export const ruleValues = (pair: Pair): RuleValues => ({
  tick_size: pair.tick_size,
  step_size: pair.step_size,
  min_quantity: pair.min_quantity,
  max_quantity: pair.max_quantity,
  min_notional: pair.min_notional,
  price_band: percentOf(pair.price_band),
  market_guard: percentOf(pair.market_guard),
  max_open_orders: String(pair.max_open_orders),
});

export const rulesOf = (values: RuleValues): PairRules => ({
  tick_size: values.tick_size,
  step_size: values.step_size,
  min_quantity: values.min_quantity,
  max_quantity: values.max_quantity,
  min_notional: values.min_notional,
  price_band: fractionOf(values.price_band),
  market_guard: fractionOf(values.market_guard),
  max_open_orders: Number(values.max_open_orders),
});

/** The changes in words. */
export function differences(pair: Pair, rules: PairRules): Difference[] {
  const { base, quote } = pair;
  return changedLines(linesOf(pair, base, quote), linesOf(rules, base, quote));
}

function linesOf(rules: PairRules, base: string, quote: string) {
  const inBase = (value: string) => `${formatAmount(value)} ${base}`;
  const inQuote = (value: string) => `${formatAmount(value)} ${quote}`;
  return [
    { what: i18n._("Tick size"), value: inQuote(rules.tick_size) },
    { what: i18n._("Quantity step"), value: inBase(rules.step_size) },
    { what: i18n._("Minimum quantity"), value: inBase(rules.min_quantity) },
    { what: i18n._("Maximum quantity"), value: inBase(rules.max_quantity) },
    { what: i18n._("Minimum order value"), value: inQuote(rules.min_notional) },
    { what: i18n._("Price band"), value: formatRate(rules.price_band) },
    { what: i18n._("Price protection"), value: formatRate(rules.market_guard) },
    { what: i18n._("Open orders per client"), value: String(rules.max_open_orders) },
  ];
}

const STATES = ["trading", "cancel_only", "halted"] as const satisfies readonly PairState[];

export const pairStates = () => STATES.map((value) => ({ value, label: pairStatusName(value) }));

export function stateOf(parameter: unknown): PairState | null {
  return STATES.find((state) => state === parameter) ?? null;
}

/** Why a market in the state trading is cancel-only. */
export function untradedText({ untraded_coins: coins }: Pick<Pair, "untraded_coins">): string {
  return i18n._("Trading {coins} is off: cancel-only for clients.", { coins: coins.join(", ") });
}

const LAST_PLACE = 1_000_000;

/** A position in lists, as typed. */
export const place = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{1,7}$/.test(text) && Number(text) <= LAST_PLACE,
    () => i18n._("Enter a whole number from 0 to 1,000,000."),
  ),
);
