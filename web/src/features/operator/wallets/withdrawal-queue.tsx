import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { Money } from "@/design/money";
import { PagedList } from "@/design/paged-list";
import { Skeleton } from "@/design/skeleton";
import { classNames } from "@/lib/class-names";
import { withdrawalSeverity, withdrawalStatusName } from "@/lib/withdrawal-names";
import { Moment } from "./wallet-facts";
import { type Withdrawal, type WithdrawalStatus, withdrawalsQuery } from "./withdrawal-api";

const FILTERS = [
  "under_review",
  "processing",
  "broadcast",
  "completed",
  "failed",
  "all",
] as const satisfies readonly (WithdrawalStatus | "all")[];

type WithdrawalFilter = (typeof FILTERS)[number];

/** The filter in the URL; withdrawals under review by default. */
export function withdrawalFilterOf(parameter: unknown): WithdrawalFilter {
  return FILTERS.find((filter) => filter === parameter) ?? "under_review";
}

type WithdrawalQueueProps = { filter: WithdrawalFilter; chosenId: string | null };

export function WithdrawalQueue({ filter, chosenId }: WithdrawalQueueProps) {
  const withdrawals = useInfiniteQuery(withdrawalsQuery(filter === "all" ? null : filter));

  return (
    <div className="overflow-hidden rounded-card border border-line bg-deep">
      <Filters chosen={filter} />
      <PagedList
        query={withdrawals}
        empty={<NoWithdrawals filter={filter} />}
        skeleton={<Skeleton shape="table" rows={6} columns={1} />}
      >
        {(rows) => (
          <ul aria-label={i18n._("Withdrawals, newest first")} className="divide-y divide-line">
            {rows.map((withdrawal) => (
              <li key={withdrawal.id}>
                <WithdrawalLink
                  withdrawal={withdrawal}
                  filter={filter}
                  isChosen={withdrawal.id === chosenId}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function Filters({ chosen }: { chosen: WithdrawalFilter }) {
  return (
    <nav
      aria-label={i18n._("Filter withdrawals")}
      className="grid grid-cols-3 gap-0.5 border-line border-b p-1.5"
    >
      {FILTERS.map((filter) => (
        <Link
          key={filter}
          to="/operator/withdrawals"
          search={{ status: filter }}
          aria-current={filter === chosen ? "true" : undefined}
          className="flex h-8 items-center justify-center rounded-control px-1 text-12 text-ink-2 transition-colors hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
        >
          {filter === "all" ? i18n._("All") : withdrawalStatusName(filter)}
        </Link>
      ))}
    </nav>
  );
}

type WithdrawalLinkProps = { withdrawal: Withdrawal; filter: WithdrawalFilter; isChosen: boolean };

function WithdrawalLink({ withdrawal, filter, isChosen }: WithdrawalLinkProps) {
  return (
    <Link
      to="/operator/withdrawals/$withdrawal"
      params={{ withdrawal: withdrawal.id }}
      search={{ status: filter }}
      aria-current={isChosen ? "true" : undefined}
      className={classNames(
        "block border-l-2 px-3 py-2.5 -outline-offset-2 transition-colors hover:bg-shelf",
        isChosen ? "border-accent bg-shelf" : "border-transparent",
      )}
    >
      <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium text-14">
          <Money amount={withdrawal.amount} coin={withdrawal.coin} />
        </span>
        {filter === "all" && <WithdrawalBadge status={withdrawal.status} />}
        {withdrawal.status === "under_review" && (
          <span className="text-12 text-ink-2 tabular-nums">{approvalsText(withdrawal)}</span>
        )}
      </span>
      <span className="mt-1 block text-12 text-ink-2 wrap-anywhere">{withdrawal.client_email}</span>
      <span className="mt-0.5 flex flex-wrap justify-between gap-x-2 text-12 text-ink-3">
        <span>{withdrawal.network}</span>
        <Moment at={withdrawal.created_at} />
      </span>
    </Link>
  );
}

/** How many of the needed approvals there are. */
export function approvalsText({ reviews, reviews_needed }: Withdrawal): string {
  return i18n._("{given} of {needed, plural, one {# approval} other {# approvals}}", {
    given: reviews.length,
    needed: reviews_needed,
  });
}

export function WithdrawalBadge({ status }: { status: WithdrawalStatus }) {
  return <Badge severity={withdrawalSeverity(status, "staff")}>{withdrawalStatusName(status)}</Badge>;
}

function NoWithdrawals({ filter }: { filter: WithdrawalFilter }) {
  if (filter === "under_review") {
    return (
      <EmptyState icon="check" title={i18n._("Queue is empty")}>
        {i18n._("Withdrawals that need a review appear here automatically.")}
      </EmptyState>
    );
  }
  return <EmptyState title={i18n._("No withdrawals here yet.")} />;
}
