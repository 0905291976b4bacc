import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "@/design/icon";
import { pageExists } from "@/lib/page-paths";
import { useMay } from "@/session/operator";

const AUDIT = "/operator/audit";

/** Where the audit log tells what the staff did about this client. */
export function AuditLink({ clientId }: { clientId: string }) {
  const may = useMay();
  if (!may("audit") || !pageExists(AUDIT)) return null;
  return (
    <Link
      to={AUDIT}
      search={{ subject: `client:${clientId}` }}
      className="inline-flex items-center gap-1.5 text-13 text-accent underline-offset-4 hover:underline"
    >
      <Icon name="history" />
      {i18n._("What the staff did about this client")}
    </Link>
  );
}
