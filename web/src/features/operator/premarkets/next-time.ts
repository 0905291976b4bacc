import { i18n } from "@lingui/core";
import type { Premarket } from "./api";

/** What the clock does next to a pre-market; null once it has ended. */
export function nextTime(market: Premarket): { label: string; at: number } | null {
  switch (market.status) {
    case "upcoming":
      return { label: i18n._("Opens"), at: market.opens_at };
    case "open":
      return { label: i18n._("Closes"), at: market.closes_at };
    case "closed":
      return market.delivery_at === null
        ? { label: i18n._("Void without a listing"), at: market.late_at }
        : { label: i18n._("Delivery starts"), at: market.delivery_at };
    case "delivering":
      return market.delivery_ends_at === null
        ? null
        : { label: i18n._("Delivery ends"), at: market.delivery_ends_at };
    default:
      return null;
  }
}
