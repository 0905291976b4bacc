import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ConsolePage } from "@/features/operator/console-page";
import type { MailFilter } from "@/features/operator/outbox/api";
import { MailFilterForm, MailList } from "@/features/operator/outbox/mail-list";
import { mailStatusOf } from "@/features/operator/outbox/model";
import { textOf } from "@/lib/text-of";

export function OutboxPage() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = { to: textOf(search.to), status: mailStatusOf(search.status) };

  function show({ to, status }: MailFilter) {
    void navigate({ to: "/operator/outbox", search: { to: to || undefined, status: status ?? undefined } });
  }

  return (
    <ConsolePage
      title={i18n._("Outbox")}
      permission="outbox"
      actions={<MailFilterForm key={`${filter.to} ${filter.status}`} filter={filter} onFilter={show} />}
    >
      <MailList filter={filter} />
    </ConsolePage>
  );
}
