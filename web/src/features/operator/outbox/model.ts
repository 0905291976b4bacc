import { i18n } from "@lingui/core";
import type { MailRow, MailStatus } from "./api";

const STATUSES = ["waiting", "failing", "given_up", "sent"] as const satisfies readonly MailStatus[];
const MINUTE = 60;

export function mailStatusName(status: MailStatus): string {
  switch (status) {
    case "waiting":
      return i18n._("Pending");
    case "failing":
      return i18n._("Retrying");
    case "given_up":
      return i18n._("Failed");
    case "sent":
      return i18n._("Submitted");
  }
}

export const mailStatusOptions = () => [
  { value: "all" as const, label: i18n._("All emails") },
  ...STATUSES.map((value) => ({ value, label: mailStatusName(value) })),
];

export function mailStatusOf(parameter: unknown): MailStatus | null {
  return STATUSES.find((status) => status === parameter) ?? null;
}

/** Whether queued emails were never tried: most likely no mail server is configured. */
export function isNothingTried(mails: readonly MailRow[], nowSeconds: number): boolean {
  const isTried = mails.some(({ attempts, sent_at }) => attempts > 0 || sent_at !== null);
  return !isTried && mails.some(({ created_at }) => nowSeconds - created_at > MINUTE);
}
