import { i18n } from "@lingui/core";
import type { RuleValues } from "./model";

type RuleField = {
  name: keyof RuleValues;
  label: string;
  hint?: string;
  unit?: string;
  decimals: number;
};

/** The max decimals of a price, a quantity and a value. */
export type Digits = { price: number; base: number; quote: number };

/** The fields of the rules of a pair. */
export function ruleFields(base: string, quote: string, digits: Digits): RuleField[] {
  return [
    {
      name: "tick_size",
      label: i18n._("Tick size"),
      hint: i18n._("Prices are multiples of this."),
      unit: quote,
      decimals: digits.price,
    },
    {
      name: "step_size",
      label: i18n._("Quantity step"),
      hint: i18n._("Quantities are multiples of this."),
      unit: base,
      decimals: digits.base,
    },
    { name: "min_quantity", label: i18n._("Minimum quantity"), unit: base, decimals: digits.base },
    { name: "max_quantity", label: i18n._("Maximum quantity"), unit: base, decimals: digits.base },
    {
      name: "min_notional",
      label: i18n._("Minimum order value"),
      hint: i18n._("Price × quantity. Enter 0 for none."),
      unit: quote,
      decimals: digits.quote,
    },
    {
      name: "max_open_orders",
      label: i18n._("Open orders per client"),
      hint: i18n._("Maximum for one client in this market."),
      decimals: 0,
    },
    {
      name: "price_band",
      label: i18n._("Price band"),
      hint: i18n._("Maximum distance of a price from the reference price."),
      unit: "%",
      decimals: 2,
    },
    {
      name: "market_guard",
      label: i18n._("Price protection"),
      hint: i18n._("Maximum distance from the best price at which a market order fills."),
      unit: "%",
      decimals: 2,
    },
  ];
}
