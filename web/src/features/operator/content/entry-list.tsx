import { i18n } from "@lingui/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { Field } from "@/design/field";
import { FilterChoice } from "@/design/filter-choice";
import { ListTable } from "@/design/list-table";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import type { TableColumn } from "@/design/table-column";
import { TextInput } from "@/design/text-input";
import { useDebouncedValue } from "@/design/use-debounced-value";
import { formatDateTime } from "@/lib/dates";
import {
  type ContentSite,
  contentSitesQuery,
  type EntryRow,
  entriesQuery,
  type Kind,
  type Status,
} from "./api";
import { categoryName, statusName } from "./model";

const STATUSES = ["draft", "scheduled", "published"] as const satisfies readonly Status[];
const PAUSE_MS = 250;

type EntryListProps = { kind: Kind; path: string };

/** The entries of one kind, filtered by status, site and words. */
export function EntryList({ kind, path }: EntryListProps) {
  const [status, setStatus] = useState<Status | null>(null);
  const [siteId, setSiteId] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const q = useDebouncedValue(typed.trim(), PAUSE_MS);
  const sites = useQuery(contentSitesQuery).data?.items ?? [];
  const entries = useInfiniteQuery(entriesQuery({ kind, site_id: siteId, status, q }));
  const isFiltered = status !== null || siteId !== null || q !== "";

  return (
    <div className="flex flex-col gap-4">
      <search className="flex flex-wrap items-end gap-3">
        <FilterChoice
          label={i18n._("Status")}
          everything={i18n._("All")}
          options={STATUSES.map((value) => ({ value, label: statusName(value) }))}
          value={status}
          onChoose={setStatus}
        />
        {sites.length > 1 && (
          <FilterChoice
            label={i18n._("Site")}
            everything={i18n._("All")}
            options={sites.map(({ id, sitename }) => ({ value: id, label: sitename }))}
            value={siteId}
            onChoose={setSiteId}
          />
        )}
        <Field label={i18n._("Search")} className="w-full sm:w-64">
          <TextInput
            icon="search"
            maxLength={100}
            autoComplete="off"
            placeholder={i18n._("Title or slug")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </search>
      <PagedList
        query={entries}
        skeleton={<Skeleton shape="table" rows={6} columns={4} />}
        empty={isFiltered ? <EmptyState title={i18n._("No matching entries.")} /> : <NoEntries />}
      >
        {(rows) => (
          <ListTable
            caption={i18n._("Entries, last changed first")}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `${path}/${id}`}
            columns={columnsFor(kind, sites)}
          />
        )}
      </PagedList>
    </div>
  );
}

function NoEntries() {
  return (
    <EmptyState icon="file" title={i18n._("No entries yet")}>
      {i18n._("Entries appear here. Add the first one; visitors see it once it is published.")}
    </EmptyState>
  );
}

function columnsFor(kind: Kind, sites: readonly ContentSite[]): TableColumn<EntryRow>[] {
  const columns: TableColumn<EntryRow>[] = [
    {
      key: "title",
      header: kind === "faq" ? i18n._("Question") : i18n._("Title"),
      cell: ({ title, slug }) => (
        <span className="block min-w-0">
          <span className="block font-medium text-ink wrap-anywhere">{title}</span>
          <span className="block font-mono text-12 text-ink-3 wrap-anywhere">{slug}</span>
        </span>
      ),
    },
    { key: "status", header: i18n._("Status"), cell: (row) => <EntryStatus entry={row} /> },
  ];
  if (kind !== "page") {
    columns.push({
      key: "category",
      header: i18n._("Category"),
      cell: ({ category }) => categoryName(category ?? ""),
    });
  }
  if (sites.length > 1) {
    columns.push({
      key: "site",
      header: i18n._("Site"),
      cell: ({ site_id }) => sites.find(({ id }) => id === site_id)?.sitename ?? "",
    });
  }
  if (kind === "faq") {
    columns.push({
      key: "helpful",
      header: i18n._("Helpful"),
      align: "end",
      cell: ({ helpful, unhelpful }) => `${helpful} / ${helpful + unhelpful}`,
    });
  }
  columns.push({
    key: "updated",
    header: i18n._("Changed"),
    align: "end",
    cell: ({ updated_at }) => formatDateTime(updated_at),
  });
  return columns;
}

export function EntryStatus({ entry }: { entry: EntryRow }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {entry.status === "draft" && <Badge>{statusName("draft")}</Badge>}
      {entry.status === "scheduled" && (
        <Badge severity="info" icon="clock">
          {statusName("scheduled")}
        </Badge>
      )}
      {entry.live_version !== null && (
        <Badge severity="success" icon="check">
          {statusName("published")}
        </Badge>
      )}
      {entry.has_changes && <Badge severity="warn">{i18n._("Unpublished changes")}</Badge>}
    </span>
  );
}
