import { i18n } from "@lingui/core";
import * as v from "valibot";
import type { PairDraft } from "./api";
import { isMultiple, isProductWithin } from "./exact";
import { place, positive, RULE_FIELDS, type RuleValues, ruleEntries, rulesOf, validateRules } from "./model";

/** What is needed of a coin to open a market with it. */
export type KnownCoin = { symbol: string; name: string; decimals: number };

const MAX_PRICE_DECIMALS = 18;

export type PairValues = RuleValues & {
  base: string;
  quote: string;
  price_decimals: string;
  reference_price: string;
  status: PairDraft["status"];
  position: string;
};

export const PAIR_FIELDS = [
  ...RULE_FIELDS,
  "base",
  "quote",
  "price_decimals",
  "reference_price",
  "status",
  "position",
] as const satisfies readonly (keyof PairValues)[];

export const EMPTY_PAIR: PairValues = {
  base: "",
  quote: "",
  price_decimals: "8",
  reference_price: "",
  status: "trading",
  position: "0",
  tick_size: "",
  step_size: "",
  min_quantity: "",
  max_quantity: "",
  min_notional: "5",
  price_band: "20",
  market_guard: "5",
  max_open_orders: "200",
};

const coin = v.pipe(
  v.string(),
  v.nonEmpty(() => i18n._("Choose a coin.")),
);

export const pairSchema = v.object({
  ...ruleEntries,
  base: coin,
  quote: coin,
  price_decimals: v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,2}$/.test(text) && Number(text) <= MAX_PRICE_DECIMALS,
      () => i18n._("Enter a whole number from 0 to {most}.", { most: MAX_PRICE_DECIMALS }),
    ),
  ),
  reference_price: positive,
  status: v.picklist(["trading", "cancel_only", "halted"]),
  position: place,
});

type RuleError = { field: keyof PairValues; message: string };

/** Validation errors between fields that are valid by themselves. */
export function validatePair(values: PairValues, coins: readonly KnownCoin[]): RuleError[] {
  const found: RuleError[] = validateRules(values);
  if (values.base === values.quote)
    found.push({ field: "quote", message: i18n._("Choose a different coin.") });
  if (!isMultiple(values.reference_price, values.tick_size)) {
    found.push({ field: "reference_price", message: i18n._("Use a multiple of the tick size.") });
  }
  const decimals = coins.find(({ symbol }) => symbol === values.quote)?.decimals ?? 0;
  if (!isProductWithin(values.tick_size, values.step_size, decimals)) {
    const message = i18n._("Tick size × quantity step can have at most {decimals} decimals, like {quote}.", {
      decimals,
      quote: values.quote,
    });
    found.push({ field: "tick_size", message });
  }
  return found;
}

export const pairDraft = (values: PairValues): PairDraft => ({
  ...rulesOf(values),
  base: values.base,
  quote: values.quote,
  price_decimals: Number(values.price_decimals),
  reference_price: values.reference_price,
  status: values.status,
  position: Number(values.position),
});
