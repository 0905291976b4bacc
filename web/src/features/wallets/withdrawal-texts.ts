import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import type { Severity } from "@/design/severity";
import { formatDateTime } from "@/lib/dates";
import { formatAmount } from "@/lib/format-number";
import type { Withdrawal } from "./withdrawal-api";

type Status = Withdrawal["status"];

export function withdrawalStatusName(status: Status): string {
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

export function withdrawalSeverity(status: Status): Severity | "neutral" {
  if (status === "completed") return "success";
  if (status === "failed" || status === "rejected") return "error";
  if (status === "canceled") return "neutral";
  return status === "awaiting_confirmation" ? "warn" : "info";
}

/** Why withdrawals are paused. */
export function holdReason(cause: string): string {
  switch (cause) {
    case "password":
      return i18n._("Withdrawals are paused because your password was changed.");
    case "second_factor":
      return i18n._("Withdrawals are paused because your two-factor authentication was changed.");
    case "email":
      return i18n._("Withdrawals are paused because your email was changed.");
    default:
      return i18n._("Withdrawals are paused by support.");
  }
}

/** Why a withdrawal was refused, in words that say what to do. */
export function explainRefusal(error: Error): string {
  if (!(error instanceof ProblemError)) return describeProblem(error);
  const { code, body } = error;
  if (code === "LIMIT_EXCEEDED") {
    return i18n._("Above your daily limit: {used} of {limit} USDT used. Resets {time}.", {
      used: formatAmount(String(body.used)),
      limit: formatAmount(String(body.limit)),
      time: formatDateTime(Number(body.resets_at)),
    });
  }
  if (code === "WITHDRAW_HOLD") {
    const time = formatDateTime(Number(body.until));
    return `${holdReason(String(body.cause))} ${i18n._("They resume {time}.", { time })}`;
  }
  if (code === "ADDRESS_NOT_ALLOWED") {
    return i18n._("Your allow-list is on. Use an address that has been in your address book for 24 hours.");
  }
  if (code === "NETWORK_DISABLED") return i18n._("This network is paused. Nothing was withdrawn.");
  return describeProblem(error);
}
