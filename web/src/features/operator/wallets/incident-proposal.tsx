import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import { ProposalItem } from "@/features/operator/proposals/proposal-item";
import { useMay } from "@/session/operator";
import {
  type Incident,
  type IncidentProposal,
  useApproveIncidentProposal,
  useRejectIncidentProposal,
} from "./api";
import { effectText, ProposeEndDialog } from "./propose-end-dialog";

/** How the incident of a removed deposit ends: one person proposes, another decides. */
export function IncidentEnd({ incident }: { incident: Incident }) {
  const may = useMay();
  const [asked, setAsked] = useState<IncidentProposal["kind"] | null>(null);
  const close = () => setAsked(null);
  const { proposal } = incident;
  const isPending = proposal?.status === "proposed" || proposal?.status === "approved";

  return (
    <>
      {proposal !== null && <Proposed incident={incident} proposal={proposal} />}
      {may("ledger_adjust") && !isPending && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" severity="error" icon="rotate-ccw" onClick={() => setAsked("reversal")}>
            {i18n._("Propose reversal")}
          </Button>
          <Button size="small" severity="secondary" icon="check" onClick={() => setAsked("keep")}>
            {i18n._("Propose to keep the credit")}
          </Button>
        </div>
      )}
      <ProposeEndDialog incident={incident} kind="reversal" open={asked === "reversal"} onClose={close} />
      <ProposeEndDialog incident={incident} kind="keep" open={asked === "keep"} onClose={close} />
    </>
  );
}

function Proposed({ incident, proposal }: { incident: Incident; proposal: IncidentProposal }) {
  const approve = useApproveIncidentProposal(proposal.id);
  const reject = useRejectIncidentProposal(proposal.id);
  const isReversal = proposal.kind === "reversal";
  return (
    <div className="rounded-card border border-line p-3">
      <ProposalItem
        proposal={proposal}
        title={isReversal ? i18n._("Reverse the credit") : i18n._("Let the client keep the credit")}
        reason={proposal.reason}
        consequences={[
          effectText(incident, proposal.kind),
          i18n._("It takes effect immediately and can’t be undone."),
          ...(isReversal
            ? [i18n._("It fails if the client no longer has the amount. Nothing moves then.")]
            : []),
        ]}
        permission="ledger_adjust"
        approve={approve}
        reject={reject}
      />
    </div>
  );
}
