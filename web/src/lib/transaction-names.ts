import { i18n } from "@lingui/core";

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
] as const;

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export function transactionTypeName(type: TransactionType): string {
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
      return i18n._("Earn: subscribed");
    case "earn_redeem":
      return i18n._("Earn: redeemed");
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

export const TRANSACTION_STATUSES = ["completed", "credited", "orphaned"] as const;

export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export function transactionStatusName(status: TransactionStatus): string {
  switch (status) {
    case "completed":
      return i18n._("Completed");
    case "credited":
      return i18n._("Credited");
    case "orphaned":
      return i18n._("Orphaned");
  }
}
