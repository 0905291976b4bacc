import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "@/design/icon";
import { useMay } from "@/session/operator";

const LOOK = "inline-flex items-center gap-1.5 text-13 text-accent underline-offset-4 hover:underline";

/** Links to the audit log of this client and to views of the client's files. */
export function AuditLinks({ clientId }: { clientId: string }) {
  const may = useMay();
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {may("audit") && (
        <Link to="/operator/audit" search={{ subject: `client:${clientId}` }} className={LOOK}>
          <Icon name="history" />
          {i18n._("Staff actions on this client")}
        </Link>
      )}
      {may("files_audit") && (
        <Link to="/operator/files" search={{ client: clientId }} className={LOOK}>
          <Icon name="eye" />
          {i18n._("File views")}
        </Link>
      )}
    </div>
  );
}
