import { Badge } from "@/design/badge";
import type { ProposalStatus } from "./api";
import { proposalStatusName } from "./texts";

const LOOKS = {
  proposed: { severity: "info", icon: "clock" },
  approved: { severity: "info", icon: "hourglass" },
  rejected: { severity: "neutral", icon: "x" },
  done: { severity: "success", icon: "check" },
  refused: { severity: "error", icon: "circle-x" },
} as const;

export function ProposalBadge({ status }: { status: ProposalStatus }) {
  return <Badge {...LOOKS[status]}>{proposalStatusName(status)}</Badge>;
}
