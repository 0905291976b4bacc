import { i18n } from "@lingui/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ShortId } from "@/features/operator/clients/client-facts";
import { ConsolePage } from "@/features/operator/console-page";
import type { FileLookFilter } from "@/features/operator/files/api";
import { FileFilterForm, FileLooks } from "@/features/operator/files/file-views";
import { textOf } from "@/lib/text-of";

export function FileViewsPage() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = {
    staff: textOf(search.staff),
    client: textOf(search.client),
    subject: textOf(search.subject),
  };

  function show({ staff, client, subject }: FileLookFilter) {
    const wanted = { staff: staff || undefined, client: client || undefined, subject: subject || undefined };
    void navigate({ to: "/operator/files", search: wanted });
  }

  return (
    <ConsolePage
      title={i18n._("File views")}
      permission="files_audit"
      description={i18n._("Which staff members viewed which client files. Every view is logged.")}
    >
      <FileFilterForm key={Object.values(filter).join("\n")} filter={filter} onFilter={show} />
      <FileLooks filter={filter} Id={ShortId} />
    </ConsolePage>
  );
}
