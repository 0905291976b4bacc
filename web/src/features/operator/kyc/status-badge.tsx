import { Badge } from "@/design/badge";
import type { IconName } from "@/design/icon";
import type { CaseStatus } from "./api";
import { statusName } from "./texts";

const LOOKS = {
  pending: { severity: "info", icon: "clock" },
  approved: { severity: "success", icon: "badge-check" },
  rejected: { severity: "warn", icon: "circle-x" },
  revoked: { severity: "error", icon: "ban" },
} as const satisfies Record<CaseStatus, { severity: string; icon: IconName }>;

export function StatusBadge({ status }: { status: CaseStatus }) {
  return <Badge {...LOOKS[status]}>{statusName(status)}</Badge>;
}
