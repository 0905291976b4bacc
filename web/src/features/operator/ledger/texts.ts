import { i18n } from "@lingui/core";
import { moneyText } from "@/lib/money-text";
import type { Proposal, ProposalStatus } from "./api";

const EXTERNAL = "external:";

/** The name of an account's purpose; an unknown one is shown by its key. */
export function purposeName(purpose: string): string {
  if (purpose.startsWith(EXTERNAL)) {
    return i18n._("Received through {network}", { network: purpose.slice(EXTERNAL.length) });
  }
  switch (purpose) {
    case "available":
      return i18n._("Available");
    case "orders":
      return i18n._("In orders");
    case "withdrawals":
      return i18n._("In withdrawals");
    case "earn":
      return i18n._("In earn");
    case "premarket":
      return i18n._("In pre-market");
    case "fees":
      return i18n._("Fees");
    case "treasury":
      return i18n._("Treasury");
    case "protection":
      return i18n._("Protection");
    case "convert":
      return i18n._("Convert");
    default:
      return purpose;
  }
}

export function proposalStatusName(status: ProposalStatus): string {
  switch (status) {
    case "proposed":
      return i18n._("Pending");
    case "approved":
      return i18n._("Approved");
    case "rejected":
      return i18n._("Rejected");
    case "done":
      return i18n._("Done");
    case "refused":
      return i18n._("Failed");
  }
}

/** A short description of a proposal. */
export function actName({ kind, amount }: Pick<Proposal, "kind" | "amount">): string {
  if (kind === "funding") return i18n._("Fund treasury");
  return amount.startsWith("-") ? i18n._("Debit a client") : i18n._("Credit a client");
}

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
