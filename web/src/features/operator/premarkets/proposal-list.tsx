import { Link } from "@tanstack/react-router";
import { ProposalItem } from "@/features/operator/proposals/proposal-item";
import { type Proposal, useApprove, useReject } from "./api";
import { actText, consequencesOf } from "./texts";

interface ProposalListProps {
  proposals: readonly Proposal[];
  /** Whether each leads to its pre-market. */
  hasLinks?: boolean;
}

/** Proposals, newest first; those of someone else can be decided here. */
export function ProposalList({ proposals, hasLinks = false }: ProposalListProps) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {proposals.map((proposal) => (
        <li key={proposal.id} className="py-3 first:pt-0 last:pb-0">
          <PreMarketProposal proposal={proposal} hasLink={hasLinks} />
        </li>
      ))}
    </ul>
  );
}

function PreMarketProposal({ proposal, hasLink }: { proposal: Proposal; hasLink: boolean }) {
  const approve = useApprove(proposal.id);
  const reject = useReject(proposal.id);
  const title = actText(proposal);
  return (
    <ProposalItem
      proposal={proposal}
      title={
        hasLink ? (
          <Link
            to={`/operator/pre-markets/${proposal.symbol}`}
            className="text-accent underline-offset-4 hover:underline"
          >
            {title}
          </Link>
        ) : (
          title
        )
      }
      reason={proposal.note}
      consequences={[title, ...consequencesOf(proposal)]}
      permission="products"
      approve={approve}
      reject={reject}
    />
  );
}
