import { i18n } from "@lingui/core";
import { Badge } from "./badge";

type PairStatus = "trading" | "cancel_only" | "halted";

export function pairStatusName(status: PairStatus): string {
  switch (status) {
    case "trading":
      return i18n._("Trading");
    case "cancel_only":
      return i18n._("Cancel-only");
    case "halted":
      return i18n._("Halted");
  }
}

const SEVERITIES = { trading: "success", cancel_only: "warn", halted: "error" } as const;

/** The status of a market. */
export function PairStatusBadge({ status }: { status: PairStatus }) {
  return <Badge severity={SEVERITIES[status]}>{pairStatusName(status)}</Badge>;
}
