import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AuditFilter } from "@/features/operator/audit/api";
import { AuditFilterForm, AuditList } from "@/features/operator/audit/audit-list";
import { VerifyChain } from "@/features/operator/audit/verify-chain";
import { ConsolePage } from "@/features/operator/console-page";
import { textOf } from "@/lib/text-of";

export function AuditPage() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = { act: textOf(search.act), staff: textOf(search.staff), subject: textOf(search.subject) };

  function show({ act, staff, subject }: AuditFilter) {
    const wanted = { act: act || undefined, staff: staff || undefined, subject: subject || undefined };
    void navigate({ to: "/operator/audit", search: wanted });
  }

  return (
    <ConsolePage
      title={i18n._("Audit log")}
      permission="audit"
      description={i18n._("All staff actions. Entries are never changed or removed.")}
    >
      <VerifyChain />
      <AuditFilterForm key={Object.values(filter).join("\n")} filter={filter} onFilter={show} />
      <AuditList filter={filter} />
    </ConsolePage>
  );
}
