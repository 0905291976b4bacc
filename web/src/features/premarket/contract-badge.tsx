import { Badge } from "@/design/badge";
import { contractStatusName } from "./texts";
import type { PremarketContract } from "./types";

const LOOKS = {
  matched: { severity: "info", icon: "clock" },
  delivering: { severity: "warn", icon: "hourglass" },
  settled: { severity: "success", icon: "check" },
  defaulted: { severity: "error", icon: "circle-x" },
  voided: { severity: "neutral", icon: "x" },
} as const;

export function ContractBadge({ status }: { status: PremarketContract["status"] }) {
  return <Badge {...LOOKS[status]}>{contractStatusName(status)}</Badge>;
}
