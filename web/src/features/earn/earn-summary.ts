import type { Asset } from "@/api/assets";
import { add, divide, isZero, multiply } from "@/lib/decimal";
import type { EarnPosition } from "./api";

const VALUE_DECIMALS = 8;

/** Values in USDT; a coin without a price counts nothing, as in the total of the assets. */
export type EarnSummary = { value: string; earned: string };

/** What is in earn, and what active positions have earned: paid and accrued. */
export function summarize(assets: readonly Asset[], positions: readonly EarnPosition[]): EarnSummary {
  const prices = new Map(assets.map((asset) => [asset.symbol, priceOf(asset)]));
  const worthOf = (coin: string, amount: string) => multiply(prices.get(coin) ?? "0", amount);
  return {
    value: assets.reduce((sum, { symbol, in_earn }) => add(sum, worthOf(symbol, in_earn)), "0"),
    earned: positions.reduce(
      (sum, { coin, paid, accrued }) => add(sum, worthOf(coin, add(paid, accrued))),
      "0",
    ),
  };
}

/** The price that an asset is valued at. */
function priceOf({ value, total }: Asset): string {
  return value === null || isZero(total) ? "0" : divide(value, total, VALUE_DECIMALS, "down");
}
