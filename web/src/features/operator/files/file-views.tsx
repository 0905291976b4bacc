import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { EmptyState } from "@/design/empty-state";
import { FilterForm } from "@/design/filter-form";
import { ListTable } from "@/design/list-table";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { formatDateTime } from "@/lib/dates";
import { useMay } from "@/session/operator";
import { type FileLook, type FileLookFilter, fileLooksQuery } from "./api";

/** The file's own id. */
function fileIdOf({ subject }: FileLook): string {
  return subject.slice(subject.indexOf(":") + 1);
}

/** The client of the file; null if the log does not have it. */
function clientIdOf({ detail }: FileLook): string | null {
  return typeof detail.client_id === "string" ? detail.client_id : null;
}

function kindName({ detail }: FileLook): string {
  switch (detail.kind) {
    case "kyc_selfie":
      return i18n._("Selfie");
    case "kyc_document":
      return i18n._("Identity document");
    case "feedback":
      return i18n._("Message attachment");
    case "avatar":
      return i18n._("Avatar");
    default:
      return String(detail.kind ?? i18n._("File"));
  }
}

/** Renders a short id with a copy button. */
type IdView = ComponentType<{ id: string; label?: string }>;

type FileLooksProps = { filter: FileLookFilter; Id: IdView };

export function FileLooks({ filter, Id }: FileLooksProps) {
  const looks = useInfiniteQuery(fileLooksQuery(filter));
  const canOpenClients = useMay()("clients");
  const isFiltered = Object.values(filter).some((part) => part !== "");
  return (
    <PagedList query={looks} skeleton={<Skeleton shape="table" rows={8} columns={5} />}>
      {(rows) => (
        <ListTable
          caption={i18n._("Views of client files, newest first")}
          columns={columns(Id, canOpenClients)}
          rows={rows}
          rowKey={({ seq }) => String(seq)}
          empty={isFiltered ? <NoMatch /> : i18n._("No file views yet.")}
        />
      )}
    </PagedList>
  );
}

function columns(Id: IdView, canOpenClients: boolean): TableColumn<FileLook>[] {
  return [
    {
      key: "at",
      header: i18n._("Time"),
      cell: ({ at }) => <time dateTime={new Date(at * 1000).toISOString()}>{formatDateTime(at)}</time>,
    },
    {
      key: "staff",
      header: i18n._("Staff"),
      cell: ({ staff_login }) => <Only search={{ staff: staff_login }}>{staff_login}</Only>,
    },
    { key: "kind", header: i18n._("File type"), cell: kindName },
    {
      key: "client",
      header: i18n._("Client"),
      cell: (look) => <Owner clientId={clientIdOf(look)} Id={Id} canOpen={canOpenClients} />,
    },
    {
      key: "file",
      header: i18n._("File"),
      cell: (look) => (
        <span className="inline-flex items-center gap-2">
          <Id id={fileIdOf(look)} label={i18n._("Copy file ID")} />
          <Only search={{ subject: look.subject }}>{i18n._("Only this file")}</Only>
        </span>
      ),
    },
  ];
}

function Owner({ clientId, Id, canOpen }: { clientId: string | null; Id: IdView; canOpen: boolean }) {
  if (clientId === null) return <span className="text-ink-3">{i18n._("unknown")}</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <Id id={clientId} label={i18n._("Copy client ID")} />
      {canOpen && (
        <Link to={`/operator/clients/${clientId}`} preload={false} className={LINK}>
          {i18n._("Open file")}
        </Link>
      )}
    </span>
  );
}

const LINK = "inline-flex min-h-6 items-center text-13 text-accent underline-offset-4 hover:underline";

function Only({ search, children }: { search: Partial<FileLookFilter>; children: string }) {
  return (
    <Link to="/operator/files" search={search} className={LINK}>
      {children}
    </Link>
  );
}

function NoMatch() {
  return (
    <EmptyState icon="search" title={i18n._("No file views match these filters")}>
      {i18n._("Usernames and IDs must match exactly.")}
    </EmptyState>
  );
}

type FileFilterFormProps = { filter: FileLookFilter; onFilter: (filter: FileLookFilter) => void };

export function FileFilterForm(props: FileFilterFormProps) {
  const parts = [
    { name: "staff", label: i18n._("Staff"), placeholder: i18n._("Username") },
    { name: "client", label: i18n._("Client"), placeholder: i18n._("Client ID") },
    { name: "subject", label: i18n._("File"), placeholder: i18n._("File ID") },
  ] as const;
  return <FilterForm parts={parts} {...props} />;
}
