import { i18n } from "@lingui/core";
import { moneyText } from "@/lib/money-text";
import type { Proposal } from "./api";

/** Why the ledger rejected an approved proposal, in words; null if it did not. */
export function refusalText({ refusal, coin, kind, amount }: Proposal): string | null {
  if (refusal === null) return null;
  const { code, available, needed } = refusal;
  if (code === "INSUFFICIENT_BALANCE" && available !== null && needed !== null) {
    const figures = { available: moneyText(available), needed: moneyText(needed), coin };
    return kind === "adjustment" && amount.startsWith("-")
      ? i18n._("Insufficient client balance: {needed} {coin} needed, {available} {coin} available.", figures)
      : i18n._(
          "Insufficient treasury balance: {needed} {coin} needed, {available} {coin} available. Fund it first.",
          figures,
        );
  }
  if (code === "ABOVE_MAXIMUM" && available !== null) {
    const most = moneyText(available);
    return i18n._("The supply of {coin} allows only {most} more.", { coin, most });
  }
  return i18n._("Rejected by the ledger ({code}).", { code });
}
