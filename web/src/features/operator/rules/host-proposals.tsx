import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { ProposalItem } from "@/features/operator/proposals/proposal-item";
import { type HostProposal, hostProposalsQuery, useApproveHost, useRejectHost } from "./api";

/** Hosts that wait for a second administrator, or were refused; approved ones are on the list. */
export function HostProposals() {
  const { data } = useQuery(hostProposalsQuery);
  const shown = data?.items.filter(({ status }) => status !== "done") ?? [];
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label={i18n._("Proposals")}
      className="flex flex-col divide-y divide-line rounded-control border border-line px-3"
    >
      {shown.map((proposal) => (
        <li key={proposal.id} className="py-3">
          <Proposal proposal={proposal} />
        </li>
      ))}
    </ul>
  );
}

function Proposal({ proposal }: { proposal: HostProposal }) {
  const approve = useApproveHost(proposal.id);
  const reject = useRejectHost(proposal.id);
  return (
    <ProposalItem
      proposal={proposal}
      title={<code className="font-mono wrap-anywhere">{proposal.hostname}</code>}
      consequences={[
        i18n._("Rules of every site may redirect visitors to {hostname}.", { hostname: proposal.hostname }),
      ]}
      permission="redirect_hosts"
      approve={approve}
      reject={reject}
    />
  );
}
