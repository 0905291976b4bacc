import { i18n } from "@lingui/core";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { components } from "@/api/generated/schema";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import type { IconName } from "@/design/icon";
import { PagedList } from "@/design/paged-list";
import { Select } from "@/design/select";
import { Skeleton } from "@/design/skeleton";
import { countryName, documentName, fullName } from "@/lib/identity-text";
import type { CaseRow, CaseStatus } from "./api";
import { CASE_STATUSES, type QueueFilter, waitingTime } from "./model";
import { statusName } from "./texts";
import { useNow } from "./use-review";

type CasePage = components["schemas"]["Page_KycCaseRow_"];

interface CaseQueueProps {
  cases: UseInfiniteQueryResult<InfiniteData<CasePage>>;
  filter: QueueFilter;
  onFilter: (filter: QueueFilter) => void;
}

export function CaseQueue({ cases, filter, onFilter }: CaseQueueProps) {
  const now = useNow();
  return (
    <div className="flex flex-col gap-2">
      <Select
        size="small"
        aria-label={i18n._("Case status")}
        options={filterOptions()}
        value={filter}
        onValueChange={onFilter}
      />
      <PagedList
        query={cases}
        empty={<EmptyQueue filter={filter} />}
        skeleton={<Skeleton shape="table" rows={4} columns={2} />}
      >
        {(rows) => (
          <ol className="flex flex-col gap-1">
            {rows.map((row) => (
              <QueueLine key={row.client_id} row={row} filter={filter} now={now} />
            ))}
          </ol>
        )}
      </PagedList>
    </div>
  );
}

interface QueueLineProps {
  row: CaseRow;
  filter: QueueFilter;
  now: number;
}

function QueueLine({ row, filter, now }: QueueLineProps) {
  const country = row.country && countryName(row.country, i18n.locale);
  return (
    <li>
      <Link
        to={`/operator/kyc/${row.client_id}`}
        search={filter === "pending" ? {} : { status: filter }}
        // No preloading, because every access to a case is audited.
        preload={false}
        className="block rounded-control border border-line bg-deep px-3 py-2 -outline-offset-2 transition-colors hover:bg-shelf aria-[current]:border-accent aria-[current]:bg-raised"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate font-medium text-14 text-ink">{fullName(row) ?? row.email}</span>
          {row.status === "pending" && (
            <span className="shrink-0 text-12 text-ink-2 tabular-nums">
              {waitingTime(now - row.submitted_at)}
            </span>
          )}
        </span>
        <span className="mt-0.5 flex items-center justify-between gap-3">
          <span className="min-w-0 truncate text-12 text-ink-3">
            {[documentName(row.type), country].filter(Boolean).join(" · ")}
          </span>
          {row.status !== "pending" && <StatusBadge status={row.status} />}
        </span>
      </Link>
    </li>
  );
}

function EmptyQueue({ filter }: { filter: QueueFilter }) {
  return filter === "pending" ? (
    <EmptyState icon="circle-check" title={i18n._("Queue is empty")}>
      {i18n._("New cases appear here automatically.")}
    </EmptyState>
  ) : (
    <EmptyState title={i18n._("No cases with this status")} />
  );
}

function filterOptions(): { value: QueueFilter; label: string }[] {
  const statuses = CASE_STATUSES.map((status) => ({ value: status, label: statusName(status) }));
  return [...statuses, { value: "all", label: i18n._("All cases") }];
}

const LOOKS = {
  pending: { severity: "info", icon: "clock" },
  approved: { severity: "success", icon: "badge-check" },
  rejected: { severity: "warn", icon: "circle-x" },
  revoked: { severity: "error", icon: "ban" },
} as const satisfies Record<CaseStatus, { severity: string; icon: IconName }>;

export function StatusBadge({ status }: { status: CaseStatus }) {
  return <Badge {...LOOKS[status]}>{statusName(status)}</Badge>;
}
