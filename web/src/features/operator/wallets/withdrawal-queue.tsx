import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Badge } from "@/design/badge";
import { EmptyState } from "@/design/empty-state";
import { Money } from "@/design/money";
import { Queue, QueueLink } from "@/design/queue";
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
    <Queue
      query={withdrawals}
      label={i18n._("Withdrawals, newest first")}
      empty={<NoWithdrawals filter={filter} />}
      to="/operator/withdrawals"
      filters={FILTERS}
      filter={filter}
      filterLabel={i18n._("Filter withdrawals")}
      filterName={(each) => (each === "all" ? i18n._("All") : withdrawalStatusName(each))}
    >
      {(withdrawal) => (
        <WithdrawalLink withdrawal={withdrawal} filter={filter} isChosen={withdrawal.id === chosenId} />
      )}
    </Queue>
  );
}

type WithdrawalLinkProps = { withdrawal: Withdrawal; filter: WithdrawalFilter; isChosen: boolean };

function WithdrawalLink({ withdrawal, filter, isChosen }: WithdrawalLinkProps) {
  return (
    <QueueLink to={`/operator/withdrawals/${withdrawal.id}`} filter={filter} isChosen={isChosen}>
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
    </QueueLink>
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
