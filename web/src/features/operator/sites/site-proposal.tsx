import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { ChangeList } from "@/design/change-list";
import { ProposalItem } from "@/features/operator/proposals/proposal-item";
import { proposalsQuery, type Site, type SiteProposal, useApprove, useReject } from "./api";
import { describeSiteChanges } from "./site-changes";

const MAX_NEW_SITES = 5;

/** What was proposed last for a site: new hostnames, or another chat. */
export function NewestProposal({ site }: { site: Site }) {
  const { data } = useQuery(proposalsQuery);
  const newest = data?.items.find(({ site_id }) => site_id === site.id);
  return newest ? <Proposal key={newest.id} site={site} proposal={newest} /> : null;
}

/** New sites that wait for a second administrator, or were refused; an approved one is a site. */
export function NewSiteProposals() {
  const { data } = useQuery(proposalsQuery);
  const shown = data?.items.filter(({ site_id }) => site_id === null).slice(0, MAX_NEW_SITES) ?? [];
  if (shown.length === 0) return null;
  return (
    <ul aria-label={i18n._("Proposals")} className="mb-4 flex flex-col gap-3">
      {shown.map((proposal) => (
        <li key={proposal.id}>
          <Proposal proposal={proposal} />
        </li>
      ))}
    </ul>
  );
}

function Proposal({ site, proposal }: { site?: Site; proposal: SiteProposal }) {
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
          ...(asked.chat_identity
            ? [i18n._("The secret is sent to every visitor, who could impersonate another client.")]
            : []),
          ...(asked.hosts
            ? [i18n._("Whoever opens one of these hosts sees this site, signs in and trades.")]
            : []),
          ...(asked.chat_domain || asked.chat_token || asked.chat_pages
            ? [i18n._("The chat’s script runs in the personal area of every client.")]
            : []),
        ]}
        permission="sites"
        approve={approve}
        reject={reject}
      >
        {site && isOpen && <ChangeList changes={describeSiteChanges(site, { ...site, ...given(asked) })} />}
      </ProposalItem>
    </div>
  );
}

function titleOf({ asked }: SiteProposal): string {
  if (asked.sitename) {
    const hostname = asked.hosts?.[0] ?? "";
    return i18n._("New site {site} at {hostname}", { site: asked.sitename, hostname });
  }
  const isChat = !!(asked.chat_domain || asked.chat_token || asked.chat_identity || asked.chat_pages);
  if (!asked.hosts) return i18n._("Another chat");
  return isChat ? i18n._("New hostnames and another chat") : i18n._("New hostnames");
}

function given(asked: SiteProposal["asked"]): Partial<Site> {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}
