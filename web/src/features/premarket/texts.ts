import { i18n } from "@lingui/core";
import type { Premarket, PremarketContract, PremarketOrder, PremarketSide, PremarketStatus } from "./types";

/** What the state means for whoever wants to trade. */
export function describeStatus(status: PremarketStatus): string | null {
  switch (status) {
    case "upcoming":
      return i18n._("Trading hasn’t opened yet.");
    case "open":
      return null;
    case "closed":
      return i18n._("Trading is closed. Contracts wait for delivery.");
    case "delivering":
      return i18n._("Trading is closed. Sellers deliver now.");
    case "settled":
      return i18n._(
        "This pre-market has ended. Each contract was delivered, or its buyer was refunded and compensated.",
      );
    case "canceled":
      return i18n._("This pre-market was canceled. All locked funds and fees were returned.");
  }
}

/** What the client's contracts that were not delivered mean for the client. */
export function describeDefaults(contracts: readonly PremarketContract[]): string[] {
  const defaulted = contracts.filter(({ status }) => status === "defaulted");
  const bought = defaulted.filter(({ side }) => side === "buy").length;
  const sold = defaulted.length - bought;
  return [
    bought > 0 &&
      i18n._(
        "{count, plural, one {# contract you bought wasn’t delivered. You were refunded and compensated.} other {# contracts you bought weren’t delivered. You were refunded and compensated.}}",
        { count: bought },
      ),
    sold > 0 &&
      i18n._(
        "{count, plural, one {You didn’t deliver # contract and lost its collateral.} other {You didn’t deliver # contracts and lost their collateral.}}",
        { count: sold },
      ),
  ].filter((text) => text !== false);
}

export function sideName(side: PremarketSide): string {
  return side === "buy" ? i18n._("Buy") : i18n._("Sell");
}

export function orderStatusName(status: PremarketOrder["status"]): string {
  switch (status) {
    case "open":
      return i18n._("Open");
    case "partially_filled":
      return i18n._("Partially filled");
    case "filled":
      return i18n._("Filled");
    case "canceled":
      return i18n._("Canceled");
  }
}

export function contractStatusName(status: PremarketContract["status"]): string {
  switch (status) {
    case "matched":
      return i18n._("Awaiting listing");
    case "delivering":
      return i18n._("Delivering");
    case "settled":
      return i18n._("Delivered");
    case "defaulted":
      return i18n._("Not delivered");
    case "voided":
      return i18n._("Voided");
  }
}

/** The next thing that happens by time. */
export type Milestone = { label: string; at: number };

export function nextMilestone(market: Premarket): Milestone | null {
  switch (market.status) {
    case "upcoming":
      return { label: i18n._("Opens in"), at: market.opens_at };
    case "open":
      return { label: i18n._("Closes in"), at: market.closes_at };
    case "closed":
      return market.delivery_at === null
        ? { label: i18n._("Voided unless listed in"), at: market.late_at }
        : { label: i18n._("Delivery starts in"), at: market.delivery_at };
    case "delivering":
      return market.delivery_ends_at === null
        ? null
        : { label: i18n._("Delivery ends in"), at: market.delivery_ends_at };
    default:
      return null;
  }
}
