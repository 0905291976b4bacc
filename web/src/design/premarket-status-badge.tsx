import { i18n } from "@lingui/core";
import { Badge } from "./badge";

export type PremarketStatus = "upcoming" | "open" | "closed" | "delivering" | "settled" | "canceled";

/** In the order of lists. */
export const PREMARKET_STATUSES = [
  "open",
  "upcoming",
  "closed",
  "delivering",
  "settled",
  "canceled",
] as const satisfies readonly PremarketStatus[];

export function premarketStatusName(status: PremarketStatus): string {
  switch (status) {
    case "upcoming":
      return i18n._("Upcoming");
    case "open":
      return i18n._("Open");
    case "closed":
      return i18n._("Closed");
    case "delivering":
      return i18n._("Delivering");
    case "settled":
      return i18n._("Settled");
    case "canceled":
      return i18n._("Canceled");
  }
}

const LOOKS = {
  upcoming: { severity: "info", icon: "clock" },
  open: { severity: "success", icon: "circle-dot" },
  closed: { severity: "neutral", icon: "lock" },
  delivering: { severity: "warn", icon: "hourglass" },
  settled: { severity: "neutral", icon: "check" },
  canceled: { severity: "neutral", icon: "x" },
} as const;

export function PremarketStatusBadge({ status }: { status: PremarketStatus }) {
  return <Badge {...LOOKS[status]}>{premarketStatusName(status)}</Badge>;
}
