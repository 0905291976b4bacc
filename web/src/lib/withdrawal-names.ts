import { i18n } from "@lingui/core";

const SEVERITIES = {
  awaiting_confirmation: "info",
  under_review: "info",
  processing: "info",
  broadcast: "info",
  completed: "success",
  failed: "error",
  rejected: "error",
  canceled: "neutral",
} as const;

export type WithdrawalStatus = keyof typeof SEVERITIES;

export function withdrawalStatusName(status: WithdrawalStatus): string {
  switch (status) {
    case "awaiting_confirmation":
      return i18n._("Awaiting confirmation");
    case "under_review":
      return i18n._("Under review");
    case "processing":
      return i18n._("Processing");
    case "broadcast":
      return i18n._("Broadcast");
    case "completed":
      return i18n._("Completed");
    case "failed":
      return i18n._("Failed");
    case "rejected":
      return i18n._("Rejected");
    case "canceled":
      return i18n._("Canceled");
  }
}

// The readers differ in one thing: each is warned of the status that waits for them.
const WAITS_FOR = { client: "awaiting_confirmation", staff: "under_review" } as const;

export function withdrawalSeverity(status: WithdrawalStatus, reader: keyof typeof WAITS_FOR) {
  return status === WAITS_FOR[reader] ? "warn" : SEVERITIES[status];
}
