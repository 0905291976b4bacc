import { i18n } from "@lingui/core";
import type { Proposal, ProposalStatus, Transaction } from "./api";

const EXTERNAL = "external:";

/** What an account is for; one that is newer than these words keeps its own name. */
export function purposeName(purpose: string): string {
  if (purpose.startsWith(EXTERNAL)) {
    return i18n._("Came in through {network}", { network: purpose.slice(EXTERNAL.length) });
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

export const TRANSACTION_TYPES = [
  "deposit",
  "withdrawal",
  "trade",
  "fee",
  "convert",
  "earn_subscribe",
  "earn_redeem",
  "earn_interest",
  "premarket_lock",
  "premarket_release",
  "premarket_settlement",
  "premarket_penalty",
  "adjustment",
] as const satisfies readonly Transaction["type"][];

export function transactionTypeName(type: Transaction["type"]): string {
  switch (type) {
    case "deposit":
      return i18n._("Deposit");
    case "withdrawal":
      return i18n._("Withdrawal");
    case "trade":
      return i18n._("Trade");
    case "fee":
      return i18n._("Fee");
    case "convert":
      return i18n._("Convert");
    case "earn_subscribe":
      return i18n._("Earn: put in");
    case "earn_redeem":
      return i18n._("Earn: taken out");
    case "earn_interest":
      return i18n._("Earn: interest");
    case "premarket_lock":
      return i18n._("Pre-market: locked");
    case "premarket_release":
      return i18n._("Pre-market: released");
    case "premarket_settlement":
      return i18n._("Pre-market: settled");
    case "premarket_penalty":
      return i18n._("Pre-market: penalty");
    case "adjustment":
      return i18n._("Adjustment");
  }
}

export const TRANSACTION_STATUSES = [
  "completed",
  "credited",
  "orphaned",
] as const satisfies readonly Transaction["status"][];

export function transactionStatusName(status: Transaction["status"]): string {
  switch (status) {
    case "completed":
      return i18n._("Completed");
    case "credited":
      return i18n._("Credited");
    case "orphaned":
      return i18n._("Orphaned");
  }
}

export function proposalStatusName(status: ProposalStatus): string {
  switch (status) {
    case "proposed":
      return i18n._("Waits");
    case "approved":
      return i18n._("Approved");
    case "rejected":
      return i18n._("Rejected");
    case "done":
      return i18n._("Done");
    case "refused":
      return i18n._("Refused");
  }
}

/** What a proposal does, in a few words. */
export function actName({ kind, amount }: Pick<Proposal, "kind" | "amount">): string {
  if (kind === "funding") return i18n._("Fund the treasury");
  return amount.startsWith("-") ? i18n._("Take back from a client") : i18n._("Give to a client");
}
