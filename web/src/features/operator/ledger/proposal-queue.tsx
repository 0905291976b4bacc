import { i18n } from "@lingui/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@/design/empty-state";
import { Money } from "@/design/money";
import { Queue, QueueLink } from "@/design/queue";
import { ProposalBadge, type ProposalStatus, proposalStatusName } from "@/features/operator/proposals/status";
import { formatDateTime } from "@/lib/dates";
import { type Proposal, proposalsQuery } from "./api";
import { actName } from "./texts";

const PROPOSAL_FILTERS = ["proposed", "done", "refused", "rejected", "all"] as const satisfies readonly (
  | ProposalStatus
  | "all"
)[];

type ProposalFilter = (typeof PROPOSAL_FILTERS)[number];

/** The filter in the URL; pending proposals by default. */
export function proposalFilterOf(parameter: unknown): ProposalFilter {
  return PROPOSAL_FILTERS.find((filter) => filter === parameter) ?? "proposed";
}

function proposalFilterName(filter: ProposalFilter): string {
  return filter === "all" ? i18n._("All") : proposalStatusName(filter);
}

type ProposalQueueProps = { filter: ProposalFilter; chosenId: string | null };

/** Manual transfers; by default those that wait for a second person. */
export function ProposalQueue({ filter, chosenId }: ProposalQueueProps) {
  const proposals = useInfiniteQuery(proposalsQuery(filter === "all" ? null : filter));

  return (
    <Queue
      query={proposals}
      label={i18n._("Proposals, newest first")}
      empty={<NoProposals filter={filter} />}
      to="/operator/ledger"
      filters={PROPOSAL_FILTERS}
      filter={filter}
      filterLabel={i18n._("Filter proposals")}
      filterName={proposalFilterName}
    >
      {(proposal) => <ProposalLink proposal={proposal} filter={filter} isChosen={proposal.id === chosenId} />}
    </Queue>
  );
}

type ProposalLinkProps = { proposal: Proposal; filter: ProposalFilter; isChosen: boolean };

function ProposalLink({ proposal, filter, isChosen }: ProposalLinkProps) {
  return (
    <QueueLink to={`/operator/ledger/proposals/${proposal.id}`} filter={filter} isChosen={isChosen}>
      <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium text-14">
          <Money amount={proposal.amount} coin={proposal.coin} isMovement />
        </span>
        {filter === "all" && <ProposalBadge status={proposal.status} />}
      </span>
      <span className="mt-1 block text-12 text-ink-2">{actName(proposal)}</span>
      <span className="mt-0.5 flex flex-wrap justify-between gap-x-2 text-12 text-ink-3">
        <span className="wrap-anywhere">{proposal.proposed_by}</span>
        <time dateTime={new Date(proposal.proposed_at * 1000).toISOString()}>
          {formatDateTime(proposal.proposed_at)}
        </time>
      </span>
    </QueueLink>
  );
}

function NoProposals({ filter }: { filter: ProposalFilter }) {
  if (filter === "proposed") {
    return (
      <EmptyState icon="check" title={i18n._("No pending proposals")}>
        {i18n._("New proposals appear here automatically.")}
      </EmptyState>
    );
  }
  return <EmptyState title={i18n._("No proposals here yet.")} />;
}
