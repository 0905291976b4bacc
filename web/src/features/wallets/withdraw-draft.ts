import { i18n } from "@lingui/core";
import { compare, lesser, round, subtract } from "@/lib/decimal";
import { formatAmount } from "@/lib/format-number";
import type { WithdrawalFee } from "./withdrawal-api";

/** The largest amount that can be withdrawn at a time. */
export function maxOf({ max, decimals }: WithdrawalFee, available: string): string {
  return round(lesser(max, available), decimals, "down");
}

/** What arrives; null for an amount that cannot be withdrawn. */
export function receiveOf(amount: string, { fee, min }: WithdrawalFee): string | null {
  return amount === "" || compare(amount, min) < 0 ? null : subtract(amount, fee);
}

/** What is wrong with an amount; null if nothing, or if there is none yet. */
export function explainAmount(amount: string, terms: WithdrawalFee, available: string): string | null {
  const { coin, min, max } = terms;
  if (amount === "") return null;
  if (compare(amount, available) > 0) {
    return i18n._("Insufficient balance: {available} {coin} available.", {
      available: formatAmount(available),
      coin,
    });
  }
  if (compare(amount, min) < 0) return i18n._("Minimum: {least} {coin}.", { least: formatAmount(min), coin });
  if (compare(amount, max) > 0) return i18n._("Maximum: {most} {coin}.", { most: formatAmount(max), coin });
  return null;
}

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;
const MIN_ADDRESS_LENGTH = 14;

/** What is obviously wrong with an address; the server verifies checksums. */
export function explainAddress(address: string): string | null {
  if (address === "") return null;
  if (/\s/.test(address)) return i18n._("An address has no spaces.");
  const isShort = address.startsWith("0x") ? !EVM_ADDRESS.test(address) : address.length < MIN_ADDRESS_LENGTH;
  return isShort ? i18n._("This address is incomplete. Copy it again.") : null;
}
