import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as v from "valibot";
import { mutationDialog, useReasonForm } from "@/api/operator-dialogs";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { formatDateTime } from "@/lib/dates";
import { useMay, useOperator } from "@/session/operator";
import { type Proposal, useApprove, useReject } from "./api";
import { actText, consequencesOf, proposalStatusName } from "./texts";

const LOOKS = {
  proposed: { severity: "info", icon: "clock" },
  approved: { severity: "info", icon: "hourglass" },
  rejected: { severity: "neutral", icon: "x" },
  done: { severity: "success", icon: "check" },
  refused: { severity: "error", icon: "circle-x" },
} as const;

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
        <li key={proposal.id} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
          <ProposalItem proposal={proposal} hasLink={hasLinks} />
        </li>
      ))}
    </ul>
  );
}

function ProposalItem({ proposal, hasLink }: { proposal: Proposal; hasLink: boolean }) {
  const { status, note, remark, refusal, symbol } = proposal;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium text-14">
          {hasLink ? (
            <Link
              to={`/operator/pre-markets/${symbol}`}
              className="text-accent underline-offset-4 hover:underline"
            >
              {actText(proposal)}
            </Link>
          ) : (
            actText(proposal)
          )}
        </p>
        <Badge {...LOOKS[status]}>{proposalStatusName(status)}</Badge>
      </div>
      <p className="text-13 text-ink-2 wrap-anywhere">{note}</p>
      <p className="text-12 text-ink-3">{historyText(proposal)}</p>
      {remark && <p className="text-13 text-ink-2 wrap-anywhere">{remark}</p>}
      {refusal && <p className="text-13 text-error">{refusal.message}</p>}
      {status === "proposed" && <Decision proposal={proposal} />}
    </>
  );
}

function historyText({ proposed_by, proposed_at, decided_by, decided_at }: Proposal): string {
  const proposed = i18n._("Proposed by {login}, {time}", {
    login: proposed_by,
    time: formatDateTime(proposed_at),
  });
  if (decided_by === null || decided_at === null) return proposed;
  const decided = i18n._("decided by {login}, {time}", {
    login: decided_by,
    time: formatDateTime(decided_at),
  });
  return `${proposed}; ${decided}`;
}

function Decision({ proposal }: { proposal: Proposal }) {
  const may = useMay();
  const login = useOperator()?.login;
  const [asked, setAsked] = useState<"approve" | "reject" | null>(null);
  const close = () => setAsked(null);
  if (!may("products"))
    return <Obstacle>{i18n._("Your role can view proposals, but not decide on them.")}</Obstacle>;
  if (login === proposal.proposed_by)
    return <Obstacle>{i18n._("You proposed this, so someone else must decide.")}</Obstacle>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" icon="check" onClick={() => setAsked("approve")}>
        {i18n._("Approve")}
      </Button>
      <Button size="small" severity="secondary" icon="x" onClick={() => setAsked("reject")}>
        {i18n._("Reject")}
      </Button>
      <ApproveDialog proposal={proposal} open={asked === "approve"} onClose={close} />
      <RejectDialog proposal={proposal} open={asked === "reject"} onClose={close} />
    </div>
  );
}

function Obstacle({ children }: { children: string }) {
  return <p className="text-13 text-ink-2">{children}</p>;
}

type DecisionDialogProps = { proposal: Proposal; open: boolean; onClose: () => void };

function ApproveDialog({ proposal, open, onClose }: DecisionDialogProps) {
  const { confirm, dialog } = mutationDialog({
    mutation: useApprove(proposal.id),
    onClose,
    onSuccess: showOutcome,
  });
  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Approve this proposal?")}
      consequences={[actText(proposal), ...consequencesOf(proposal)]}
      confirmLabel={i18n._("Approve")}
      onConfirm={() => confirm()}
      {...dialog}
    />
  );
}

function showOutcome({ status, refusal }: Proposal): void {
  if (refusal) {
    toast.add({ severity: "error", summary: i18n._("Rejected by the engine"), detail: refusal.message });
  } else if (status === "approved") {
    const detail = i18n._("It takes effect once the engine is back.");
    toast.add({ severity: "info", summary: i18n._("Approved"), detail, life: 5000 });
  } else toast.success(i18n._("Approved and executed"));
}

const reason = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, () => i18n._("Enter a reason.")),
);

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
      title={i18n._("Reject this proposal?")}
      consequences={[i18n._("Nothing changes. The proposal stays in the list with your reason.")]}
      confirmLabel={i18n._("Reject")}
      {...dialog}
    >
      <Field label={i18n._("Reason")} error={fieldError}>
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}
