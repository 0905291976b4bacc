import { i18n } from "@lingui/core";
import { useState } from "react";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { Icon } from "@/design/icon";
import { useMay, useOperator } from "@/session/operator";
import type { Proposal } from "./api";
import { ApproveDialog, RejectDialog } from "./decision-dialogs";

/** The decision on a proposal, for everybody but its proposer. */
export function DecisionCard({ proposal }: { proposal: Proposal }) {
  const may = useMay();
  const login = useOperator()?.login;
  const [asked, setAsked] = useState<"approve" | "reject" | null>(null);
  const close = () => setAsked(null);
  const obstacle = obstacleFor(proposal, { login, mayDecide: may("ledger_adjust") });

  return (
    <Card title={i18n._("Decision")}>
      {obstacle ? (
        <p className="flex gap-2 text-13 text-ink-2">
          <Icon name={proposal.status === "proposed" ? "lock" : "info"} className="mt-0.5 text-ink-3" />
          {obstacle}
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-13 text-ink-2">
            {i18n._("Manual transfers need two people: {login} proposed this, you decide.", {
              login: proposal.proposed_by,
            })}
          </p>
          <Button icon="check" fullWidth onClick={() => setAsked("approve")}>
            {i18n._("Approve")}
          </Button>
          <Button severity="secondary" icon="x" fullWidth onClick={() => setAsked("reject")}>
            {i18n._("Reject")}
          </Button>
        </div>
      )}
      <ApproveDialog proposal={proposal} open={asked === "approve"} onClose={close} />
      <RejectDialog proposal={proposal} open={asked === "reject"} onClose={close} />
    </Card>
  );
}

type Decider = { login: string | undefined; mayDecide: boolean };

/** Why this operator cannot decide; null if possible. */
function obstacleFor({ status, proposed_by }: Proposal, { login, mayDecide }: Decider): string | null {
  if (status !== "proposed") return i18n._("Already decided.");
  if (!mayDecide) return i18n._("Your role can view proposals, but not decide on them.");
  if (login === proposed_by) {
    return i18n._("You proposed this, so someone else must decide. Ask a colleague with transfer rights.");
  }
  return null;
}
