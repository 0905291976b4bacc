import { i18n } from "@lingui/core";
import { FilterForm } from "@/design/filter-form";
import type { AuditFilter } from "./api";

type AuditFilterFormProps = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void };

export function AuditFilterForm(props: AuditFilterFormProps) {
  const parts = [
    { name: "act", label: i18n._("Action"), placeholder: "feedback.answered" },
    { name: "staff", label: i18n._("Staff"), placeholder: i18n._("Username") },
    { name: "subject", label: i18n._("Subject"), placeholder: "ticket:CW-000123" },
  ] as const;
  return <FilterForm parts={parts} {...props} />;
}
