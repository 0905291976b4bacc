import { i18n } from "@lingui/core";
import { formatDateTime } from "@/lib/dates";
import type { ContractStatus, Proposal } from "./api";

export const CONTRACT_STATUSES = [
  "matched",
  "settled",
  "defaulted",
  "voided",
] as const satisfies readonly ContractStatus[];

export function contractStatusName(status: ContractStatus): string {
  switch (status) {
    case "matched":
      return i18n._("Open");
    case "settled":
      return i18n._("Delivered");
    case "defaulted":
      return i18n._("Not delivered");
    case "voided":
      return i18n._("Voided");
  }
}

/** What a proposal would do, in one line. */
export function actText({ kind, symbol, delivery_at }: Proposal): string {
  return kind === "cancel"
    ? i18n._("Cancel the pre-market of {symbol}", { symbol })
    : i18n._("List {symbol}, delivery from {time}", {
        symbol,
        time: delivery_at === null ? "–" : formatDateTime(delivery_at),
      });
}

/** What an approval causes. */
export function consequencesOf({ kind }: Pick<Proposal, "kind">): string[] {
  return kind === "cancel"
    ? [
        i18n._("Every order and contract is void. Both sides get everything back, fees included."),
        i18n._("It takes effect immediately and can’t be undone."),
      ]
    : [
        i18n._("Trading ends now and open orders are canceled."),
        i18n._("At the end of the delivery window, sellers who can’t deliver lose their collateral."),
      ];
}
