import { Badge } from "@/design/badge";
import type { MailStatus } from "./api";
import { mailStatusName } from "./model";

const LOOKS = {
  waiting: { severity: "info", icon: "clock" },
  failing: { severity: "warn", icon: "triangle-alert" },
  given_up: { severity: "error", icon: "circle-x" },
  sent: { severity: "success", icon: "check" },
} as const;

export function MailBadge({ status }: { status: MailStatus }) {
  return <Badge {...LOOKS[status]}>{mailStatusName(status)}</Badge>;
}
