import { i18n } from "@lingui/core";
import { compare, greater, isDecimal, isZero, lesser } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import { textOf } from "@/lib/text-of";
import type { EarnProduct } from "./api";

export type TypedSubscription = { amount: string; autoRenew: boolean };

/** What a visitor typed before signing in, from the URL. */
export function readTyped(search: Readonly<Record<string, unknown>>): TypedSubscription {
  const amount = textOf(search.amount);
  const isAmount = isDecimal(amount) && !amount.startsWith("-");
  return { amount: isAmount ? amount : "", autoRenew: search.renew === "yes" };
}

/** The page with a product's dialog and everything that was typed, to return to after signing in. */
export function pathWithTyped(
  path: string,
  product: string,
  { amount, autoRenew }: TypedSubscription,
): string {
  const parameters = new URLSearchParams({ product });
  if (amount !== "") parameters.set("amount", amount);
  if (autoRenew) parameters.set("renew", "yes");
  return `${path}?${parameters}`;
}

type Limits = Pick<EarnProduct, "coin" | "min" | "max" | "quota_left" | "my">;

/** How much more the client may have in a product. */
function ownLeft({ max, my }: Limits): string {
  return my ? greater(my.left, "0") : max;
}

/** The most that can be subscribed: by balance, by client and by what is left of the quota. */
export function maxOf(limits: Limits, available: string): string {
  return lesser(available, lesser(ownLeft(limits), limits.quota_left));
}

/** What is wrong with an amount; null if nothing, or if there is none yet. */
export function explainAmount(amount: string, limits: Limits, available: string | null): string | null {
  const { coin, min, quota_left } = limits;
  if (amount === "") return null;
  if (available !== null && compare(amount, available) > 0) {
    return i18n._("Insufficient balance: {available} {coin} available.", {
      available: formatAmount(available),
      coin,
    });
  }
  if (compare(amount, min) < 0) return i18n._("Minimum: {least} {coin}.", { least: formatAmount(min), coin });
  if (compare(amount, quota_left) > 0) {
    return i18n._("Only {left} {coin} of the quota is left.", { left: formatAmount(quota_left), coin });
  }
  const own = ownLeft(limits);
  if (compare(amount, own) > 0) {
    return i18n._("You can add up to {most} {coin} to this product.", { most: formatAmount(own), coin });
  }
  return null;
}

export function isComplete(amount: string): boolean {
  return amount !== "" && !isZero(amount);
}
