import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CopyButton } from "@/design/copy-button";
import { EmptyState } from "@/design/empty-state";
import { FilterForm } from "@/design/filter-form";
import { Icon } from "@/design/icon";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { formatDateTime } from "@/lib/dates";
import { type AuditEntry, type AuditFilter, auditQuery } from "./api";

const COLUMNS =
  "md:grid md:grid-cols-[4rem_9rem_8rem_minmax(8rem,12rem)_minmax(0,1fr)_6rem_1rem] md:items-center md:gap-x-4";

export function AuditList({ filter }: { filter: AuditFilter }) {
  const entries = useInfiniteQuery(auditQuery(filter));

  return (
    <PagedList
      query={entries}
      endText={i18n._("End of the log.")}
      empty={
        <EmptyState icon="search" title={i18n._("No entries match these filters")}>
          {i18n._("Filters match whole values: feedback.viewed, not feedback.")}
        </EmptyState>
      }
      skeleton={<Skeleton shape="table" rows={10} columns={4} />}
    >
      {(rows) => (
        <div>
          <div aria-hidden="true" className={`hidden px-4 pb-2 text-12 text-ink-3 ${COLUMNS}`}>
            <span>{i18n._("No.")}</span>
            <span>{i18n._("Time")}</span>
            <span>{i18n._("Staff")}</span>
            <span>{i18n._("Action")}</span>
            <span>{i18n._("Subject")}</span>
            <span>{i18n._("Hash")}</span>
          </div>
          <ol
            aria-label={i18n._("Staff actions, newest first")}
            className="divide-y divide-line rounded-card border border-line bg-deep"
          >
            {rows.map((entry) => (
              <li key={entry.seq}>
                <Entry entry={entry} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </PagedList>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <details className="group text-13">
      <summary
        className={`flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-1.5 -outline-offset-2 transition-colors hover:bg-shelf [&::-webkit-details-marker]:hidden ${COLUMNS}`}
      >
        <span className="text-ink-3 tabular-nums">{entry.seq}</span>
        <time
          dateTime={new Date(entry.at * 1000).toISOString()}
          className="whitespace-nowrap text-ink-2 tabular-nums"
        >
          {formatDateTime(entry.at)}
        </time>
        <span className="text-ink wrap-anywhere">{entry.staff_login}</span>
        <span className="font-medium text-ink wrap-anywhere">{entry.act}</span>
        <span className="min-w-0 text-ink-2 wrap-anywhere md:truncate">{entry.subject}</span>
        <code className="font-mono text-12 text-ink-3">{entry.hash.slice(0, 10)}</code>
        <Icon name="chevron-down" className="ms-auto text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-3 border-line border-t bg-abyss px-4 py-3">
        <p className="text-ink wrap-anywhere">{entry.subject}</p>
        {Object.keys(entry.detail).length > 0 ? (
          <Detail value={entry.detail} />
        ) : (
          <p className="text-ink-3">{i18n._("No further details.")}</p>
        )}
        <p className="flex items-center gap-1">
          <code className="min-w-0 break-all font-mono text-12 text-ink-2">{entry.hash}</code>
          <CopyButton value={entry.hash} label={i18n._("Copy hash of entry {seq}", { seq: entry.seq })} />
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Only search={{ act: entry.act }}>{i18n._("Only {act}", { act: entry.act })}</Only>
          <Only search={{ staff: entry.staff_login }}>
            {i18n._("Only {login}", { login: entry.staff_login })}
          </Only>
          <Only search={{ subject: entry.subject }}>{i18n._("Only this subject")}</Only>
        </p>
      </div>
    </details>
  );
}

function Only({ search, children }: { search: Partial<AuditFilter>; children: ReactNode }) {
  return (
    <Link
      to="/operator/audit"
      search={search}
      className="inline-flex min-h-6 items-center text-accent underline-offset-4 wrap-anywhere hover:underline"
    >
      {children}
    </Link>
  );
}

/** The details of an entry: JSON, shown as names and values. */
function Detail({ value }: { value: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="flex flex-col gap-1">
      {Object.entries(value).map(([name, part]) => (
        <div key={name} className={isRecord(part) ? "" : "grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]"}>
          <dt className="text-ink-3">{name.replaceAll("_", " ")}</dt>
          <dd className="min-w-0 text-ink wrap-anywhere">
            {isRecord(part) ? (
              <div className="my-1 border-line border-s ps-3">
                <Detail value={part} />
              </div>
            ) : (
              textOf(part)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}

function textOf(value: unknown): string {
  if (value === true) return i18n._("Yes");
  if (value === false) return i18n._("No");
  if (value === null || value === "") return "–";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(", ") || "–";
  return JSON.stringify(value);
}

type AuditFilterFormProps = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void };

export function AuditFilterForm(props: AuditFilterFormProps) {
  const parts = [
    { name: "act", label: i18n._("Action"), placeholder: "feedback.answered" },
    { name: "staff", label: i18n._("Staff"), placeholder: i18n._("Username") },
    { name: "subject", label: i18n._("Subject"), placeholder: "ticket:CW-000123" },
  ] as const;
  return <FilterForm parts={parts} {...props} />;
}
