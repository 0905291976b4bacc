import { i18n } from "@lingui/core";
import { Badge } from "@/design/badge";
import type { TicketStatus } from "./api";

export function TicketBadge({ status }: { status: TicketStatus }) {
  switch (status) {
    case "open":
      return (
        <Badge severity="warn" icon="clock">
          {i18n._("Needs reply")}
        </Badge>
      );
    case "answered":
      return (
        <Badge severity="success" icon="check">
          {i18n._("Replied")}
        </Badge>
      );
    case "closed":
      return <Badge>{i18n._("Closed")}</Badge>;
  }
}
