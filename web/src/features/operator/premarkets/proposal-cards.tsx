import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { Card } from "@/design/card";
import { QueryView } from "@/design/query-view";
import { proposalsQuery } from "./api";
import { ProposalList } from "./proposal-list";

/** What waits for a second person, in all pre-markets; nothing if there is none. */
export function PendingProposals() {
  const { data } = useQuery(proposalsQuery({ status: "proposed" }));
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={i18n._("Waiting for a decision")}>
      <ProposalList proposals={data.items} hasLinks />
    </Card>
  );
}

/** The proposals of one pre-market, newest first. */
export function PremarketProposals({ symbol }: { symbol: string }) {
  const proposals = useQuery(proposalsQuery({ symbol }));
  return (
    <Card title={i18n._("Proposals")}>
      <QueryView query={proposals} empty={i18n._("No proposals here yet.")}>
        {({ items }) => <ProposalList proposals={items} />}
      </QueryView>
    </Card>
  );
}
