import { i18n } from "@lingui/core";
import { moneyText } from "@/lib/money-text";
import type { Proposal } from "./api";
import type { HouseKind } from "./propose";

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

/** A short description of a proposal. */
export function actName({ kind, amount }: Pick<Proposal, "kind" | "amount">): string {
  if (kind !== "adjustment") return houseActName(kind);
  return amount.startsWith("-") ? i18n._("Debit a client") : i18n._("Credit a client");
}

export function houseActName(kind: HouseKind): string {
  switch (kind) {
    case "funding":
      return i18n._("Fund treasury");
    case "defunding":
      return i18n._("Pay out of treasury");
    case "house_move":
      return i18n._("Move between accounts");
  }
}

/** What the transfer means, above its form. */
export function houseActHint(kind: HouseKind): string {
  switch (kind) {
    case "funding":
      return i18n._("Records in the ledger that coins were added to the treasury.");
    case "defunding":
      return i18n._(
        "Records in the ledger that coins of the treasury left the exchange. Send them yourself.",
      );
    case "house_move":
      return i18n._("Moves the exchange’s own coins, such as earned fees, to where they are needed.");
  }
}

/** Why the ledger rejected an approved proposal, in words; null if it did not. */
export function refusalText({ refusal, coin, kind, amount, source }: Proposal): string | null {
  if (refusal === null) return null;
  const { code, available, needed } = refusal;
  if (code === "INSUFFICIENT_BALANCE" && available !== null && needed !== null) {
    const figures = { available: moneyText(available), needed: moneyText(needed), coin };
    if (source !== null) {
      return i18n._("{account} has only {available} {coin}; {needed} {coin} needed.", {
        ...figures,
        account: purposeName(source),
      });
    }
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
