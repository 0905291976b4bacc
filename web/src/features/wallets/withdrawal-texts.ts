import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { formatDateTime } from "@/lib/dates";
import { formatAmount } from "@/lib/format-number";

/** Why withdrawals are paused. */
export function holdReason(cause: string): string {
  switch (cause) {
    case "password":
      return i18n._("Withdrawals are paused because your password was changed.");
    case "codes":
      return i18n._("Withdrawals are paused because wrong codes were entered many times.");
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
