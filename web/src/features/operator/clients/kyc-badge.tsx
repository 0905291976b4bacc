import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Badge } from "@/design/badge";
import type { ClientDetail } from "./api";

export function kycBadge(status: ClientDetail["kyc"]["status"]): ReactNode {
  switch (status) {
    case "unverified":
      return <Badge>{i18n._("Not verified")}</Badge>;
    case "pending":
      return <Badge severity="info">{i18n._("Pending review")}</Badge>;
    case "approved":
      return <Badge severity="success">{i18n._("Approved")}</Badge>;
    case "rejected":
      return <Badge severity="warn">{i18n._("Rejected")}</Badge>;
    case "revoked":
      return <Badge severity="error">{i18n._("Revoked")}</Badge>;
  }
}
