import { i18n } from "@lingui/core";
import { FilterForm } from "@/design/filter-form";
import type { FileLookFilter } from "./api";

type FileFilterFormProps = { filter: FileLookFilter; onFilter: (filter: FileLookFilter) => void };

export function FileFilterForm(props: FileFilterFormProps) {
  const parts = [
    { name: "staff", label: i18n._("Staff"), placeholder: i18n._("Username") },
    { name: "client", label: i18n._("Client"), placeholder: i18n._("Client ID") },
    { name: "subject", label: i18n._("File"), placeholder: i18n._("File ID") },
  ] as const;
  return <FilterForm parts={parts} {...props} />;
}
