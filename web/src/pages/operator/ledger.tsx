import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { isMissing } from "@/api/problem-outcome";
import { buttonClass } from "@/design/button";
import { EmptyState } from "@/design/empty-state";
import { Icon } from "@/design/icon";
import { QueryView } from "@/design/query-view";
import { Skeleton } from "@/design/skeleton";
import { ConsolePage, Desk } from "@/features/operator/console-page";
import { proposalQuery } from "@/features/operator/ledger/api";
import { DecisionCard } from "@/features/operator/ledger/decision-card";
import { ProposalQueue, proposalFilterOf } from "@/features/operator/ledger/proposal-queue";
import { ProposalView } from "@/features/operator/ledger/proposal-view";
import { HouseTransferButton } from "@/features/operator/ledger/propose-button";

/** Manual transfers: the queue, and beside it the proposal in the URL. */
export function LedgerPage() {
  const { proposal } = useParams({ strict: false });

  return (
    <ConsolePage
      title={i18n._("Ledger")}
      permission="ledger"
      description={i18n._(
        "Manual transfers need two people: one proposes, another decides. Start an adjustment from the client’s ledger.",
      )}
      actions={
        <>
          <Link to="/operator/ledger/house" className={buttonClass({ severity: "secondary", size: "small" })}>
            <Icon name="landmark" size={14} />
            {i18n._("Exchange accounts")}
          </Link>
          <HouseTransferButton />
        </>
      }
    >
      <LedgerDesk proposalId={proposal ?? null} />
    </ConsolePage>
  );
}

function LedgerDesk({ proposalId }: { proposalId: string | null }) {
  const filter = proposalFilterOf(useSearch({ strict: false }).status);
  const proposal = useQuery({ ...proposalQuery(proposalId ?? ""), enabled: proposalId !== null });
  const hasNone = isMissing(proposal.error);

  return (
    <Desk
      hasChosen={proposalId !== null}
      backTo={`/operator/ledger?status=${filter}`}
      queue={<ProposalQueue filter={filter} chosenId={proposalId} />}
      subject={
        proposalId === null ? (
          <EmptyState icon="scale" title={i18n._("Choose a proposal to read it")} />
        ) : hasNone ? (
          <EmptyState icon="scale" title={i18n._("Proposal not found")} />
        ) : (
          <QueryView query={proposal} skeleton={<Skeleton shape="card" />}>
            {(shown) => (
              <>
                <h2 className="sr-only">{i18n._("Proposal")}</h2>
                <ProposalView proposal={shown} />
              </>
            )}
          </QueryView>
        )
      }
      side={proposal.data && <DecisionCard key={proposal.data.id} proposal={proposal.data} />}
    />
  );
}
