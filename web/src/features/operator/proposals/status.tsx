import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import { formatDateTime } from "@/lib/dates";

export type ProposalStatus = "proposed" | "approved" | "rejected" | "done" | "refused";

/** What every proposal has, whatever it is about. */
export interface Decidable {
  id: string;
  status: ProposalStatus;
  proposed_by: string;
  proposed_at: number;
  decided_by: string | null;
  decided_at: number | null;
}

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

export function proposalStatusName(status: ProposalStatus): string {
  switch (status) {
    case "proposed":
      return i18n._("Pending");
    case "approved":
      return i18n._("Approved");
    case "rejected":
      return i18n._("Rejected");
    case "done":
      return i18n._("Done");
    case "refused":
      return i18n._("Failed");
  }
}

/** Who proposed it and who decided, and when. */
export function historyText({ proposed_by, proposed_at, decided_by, decided_at }: Decidable): string {
  const proposed = i18n._("Proposed by {login}, {time}", {
    login: proposed_by,
    time: formatDateTime(proposed_at),
  });
  if (decided_by === null || decided_at === null) return proposed;
  const decided = i18n._("decided by {login}, {time}", {
    login: decided_by,
    time: formatDateTime(decided_at),
  });
  return `${proposed}; ${decided}`;
}
