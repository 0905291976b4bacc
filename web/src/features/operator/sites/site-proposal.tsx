import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { ChangeList } from "@/design/change-list";
import { ProposalItem } from "@/features/operator/proposals/proposal-item";
import { changedLines } from "@/lib/changed-lines";
import { proposalsQuery, type Site, type SiteProposal, useApprove, useReject } from "./api";

/** What was proposed last for a site: new hostnames, or another chat. */
export function NewestProposal({ site }: { site: Site }) {
  const { data } = useQuery(proposalsQuery);
  const newest = data?.items.find(({ site_id }) => site_id === site.id);
  return newest ? <Proposal key={newest.id} site={site} proposal={newest} /> : null;
}

function Proposal({ site, proposal }: { site: Site; proposal: SiteProposal }) {
  const approve = useApprove(proposal.id);
  const reject = useReject(proposal.id);
  const { asked, status } = proposal;
  const isOpen = status === "proposed" || status === "approved";
  return (
    <div className="rounded-card border border-line p-4">
      <ProposalItem
        proposal={proposal}
        title={titleOf(proposal)}
        consequences={[
          ...(asked.hosts
            ? [i18n._("Whoever opens one of these hosts sees this site, signs in and trades.")]
            : []),
          ...(asked.chat_domain || asked.chat_token
            ? [i18n._("The chat’s script runs in the personal area of every client.")]
            : []),
        ]}
        permission="sites"
        approve={approve}
        reject={reject}
      >
        {isOpen && (
          <ChangeList changes={changedLines(linesOf(site), linesOf({ ...site, ...given(asked) }))} />
        )}
      </ProposalItem>
    </div>
  );
}

function titleOf({ asked }: SiteProposal): string {
  const isChat = !!(asked.chat_domain || asked.chat_token);
  if (!asked.hosts) return i18n._("Another chat");
  return isChat ? i18n._("New hostnames and another chat") : i18n._("New hostnames");
}

type Reach = Pick<Site, "hosts" | "chat_domain" | "chat_token">;

function given({ hosts, chat_domain, chat_token }: SiteProposal["asked"]): Partial<Reach> {
  return {
    ...(hosts && { hosts }),
    ...(chat_domain && { chat_domain }),
    ...(chat_token && { chat_token }),
  };
}

const linesOf = ({ hosts, chat_domain, chat_token }: Reach) => [
  { what: i18n._("Hostnames"), value: hosts.toSorted().join(", ") },
  { what: i18n._("Chat domain"), value: chat_domain },
  { what: i18n._("Chat token"), value: chat_token },
];
