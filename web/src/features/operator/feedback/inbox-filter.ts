import { i18n } from "@lingui/core";
import type { TicketStatus } from "./api";

export const INBOX_FILTERS = ["open", "answered", "closed", "all"] as const satisfies readonly (
  | TicketStatus
  | "all"
)[];

export type InboxFilter = (typeof INBOX_FILTERS)[number];

/** The filter in the URL; open tickets by default. */
export function inboxFilterOf(parameter: unknown): InboxFilter {
  return INBOX_FILTERS.find((filter) => filter === parameter) ?? "open";
}

export function inboxFilterName(filter: InboxFilter): string {
  switch (filter) {
    case "open":
      return i18n._("Open");
    case "answered":
      return i18n._("Replied");
    case "closed":
      return i18n._("Closed");
    case "all":
      return i18n._("All");
  }
}
