import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { ChangeList } from "@/design/change-list";
import { ProposalItem } from "@/features/operator/proposals/proposal-item";
import { type Level, type LevelProposal, levelProposalsQuery, useApprove, useReject } from "./api";
import { type DescribeFeature, proposedDifferences } from "./model";

type LevelProposalsProps = {
  hostname: string;
  levels: readonly Level[];
  describeFeature: DescribeFeature;
};

/** What waits for a second administrator, and what became of the newest others. */
export function LevelProposals({ hostname, levels, describeFeature }: LevelProposalsProps) {
  const { data } = useQuery(levelProposalsQuery(hostname));
  if (!data?.items.length) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-16">{i18n._("Proposals")}</h2>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line px-4">
        {data.items.map((proposal) => {
          const level = levels.find(({ key }) => key === proposal.level);
          return (
            level && (
              <li key={proposal.id} className="py-3">
                <Proposal proposal={proposal} level={level} describeFeature={describeFeature} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

type ProposalProps = { proposal: LevelProposal; level: Level; describeFeature: DescribeFeature };

function Proposal({ proposal, level, describeFeature }: ProposalProps) {
  const approve = useApprove(proposal.id);
  const reject = useReject(proposal.id);
  const title = i18n._("Change of level {level}", { level: level.name });
  return (
    <ProposalItem
      proposal={proposal}
      title={title}
      reason={proposal.reason}
      consequences={[
        title,
        i18n._(
          "Applies from each client’s next request. Clients move up immediately, and down after the grace period.",
        ),
      ]}
      permission="levels"
      approve={approve}
      reject={reject}
    >
      <ChangeList changes={proposedDifferences(level, proposal, describeFeature)} />
    </ProposalItem>
  );
}
