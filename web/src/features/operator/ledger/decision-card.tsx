import { i18n } from "@lingui/core";
import { useState } from "react";
import { mutationDialog, useReasonForm } from "@/api/operator-dialogs";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { Icon } from "@/design/icon";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { moneyText } from "@/lib/money-text";
import { useMay, useOperator } from "@/session/operator";
import { type Proposal, useApprove, useReject } from "./api";
import { reason } from "./propose";
import { purposeName, refusalText } from "./texts";

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

type DecisionDialogProps = { proposal: Proposal; open: boolean; onClose: () => void };

function ApproveDialog({ proposal, open, onClose }: DecisionDialogProps) {
  const { confirm, dialog } = mutationDialog({
    mutation: useApprove(proposal.id),
    onClose,
    onSuccess: showOutcomeToast,
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Approve this transfer?")}
      consequences={[describeMovement(proposal), i18n._("It takes effect immediately and can’t be undone.")]}
      confirmLabel={i18n._("Approve")}
      onConfirm={() => confirm()}
      {...dialog}
    />
  );
}

function describeMovement({ kind, amount, coin, network, source, target }: Proposal): string {
  const figures = { amount: moneyText(amount.replace("-", "")), coin, network: network ?? "" };
  if (kind === "funding") {
    return i18n._("{amount} {coin} is added to the treasury through {network}.", figures);
  }
  if (kind === "defunding") {
    return i18n._("{amount} {coin} leaves the treasury through {network}. Send it there yourself.", figures);
  }
  if (source !== null && target !== null) {
    const between = { ...figures, source: purposeName(source), target: purposeName(target) };
    return i18n._("{amount} {coin} of the exchange moves from “{source}” to “{target}”.", between);
  }
  return amount.startsWith("-")
    ? i18n._("{amount} {coin} moves from the client to the treasury.", figures)
    : i18n._("{amount} {coin} moves from the treasury to the client.", figures);
}

function showOutcomeToast(proposal: Proposal): void {
  const refusal = refusalText(proposal);
  if (refusal) {
    toast.add({ severity: "error", summary: i18n._("Rejected by the ledger"), detail: refusal });
  } else if (proposal.status === "approved") {
    const detail = i18n._("It takes effect once the engine is back.");
    toast.add({ severity: "info", summary: i18n._("Approved"), detail, life: 5000 });
  } else toast.success(i18n._("Approved and executed"));
}

function RejectDialog({ proposal, open, onClose }: DecisionDialogProps) {
  const reject = useReject(proposal.id);
  const { field, fieldError, dialog } = useReasonForm({
    name: "reason",
    schema: reason,
    send: reject.mutateAsync,
    onClose,
    onSent: () => toast.success(i18n._("Proposal rejected")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Reject this transfer?")}
      consequences={[
        i18n._("No money moves. The proposal stays in the list with your reason."),
        i18n._("It can’t be reopened, only proposed again."),
      ]}
      confirmLabel={i18n._("Reject")}
      {...dialog}
    >
      <Field label={i18n._("Reason")} error={fieldError}>
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}
