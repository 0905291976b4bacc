import { i18n } from "@lingui/core";
import { compare, isZero, subtract } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { EarnPosition, Redemption } from "./api";

/** What is wrong with an amount to redeem; null if nothing, or if there is none yet. */
export function explainRedemption(typed: string, position: EarnPosition, min: string | null): string | null {
  const { amount, coin } = position;
  if (typed === "" || compare(typed, amount) === 0) return null;
  if (compare(typed, amount) > 0) {
    return i18n._("Maximum: {most} {coin}.", { most: formatAmount(amount), coin });
  }
  if (min !== null && compare(subtract(amount, typed), min) < 0) {
    return i18n._("At least {least} {coin} must stay, or redeem all.", { least: formatAmount(min), coin });
  }
  return null;
}

/** The request for an amount: the whole position by name, since its amount may have changed meanwhile. */
export function redemptionOf(typed: string, { amount }: EarnPosition): Redemption | null {
  if (typed === "" || isZero(typed)) return null;
  return compare(typed, amount) === 0 ? { all: true } : { all: false, amount: typed };
}

/** Whether interest is lost when a position is redeemed now. */
export function isEarly({ matures_at }: EarnPosition, now: number): boolean {
  return matures_at !== null && now < matures_at;
}
