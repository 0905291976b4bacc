import { i18n } from "@lingui/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { mutationDialog, useReasonForm } from "@/api/operator-dialogs";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { type Permission, useMay, useOperator } from "@/session/operator";
import { type Decidable, historyText, ProposalBadge } from "./status";

interface Proposal extends Decidable {
  remark: string | null;
  refusal: { message: string } | null;
}

interface ProposalItemProps<Shown extends Proposal> {
  proposal: Shown;
  title: ReactNode;
  /** Why it was proposed, where that is asked. */
  reason?: string;
  /** More about what would change. */
  children?: ReactNode;
  /** What an approval causes. */
  consequences: readonly string[];
  /** Who may decide, unless it is the proposer. */
  permission: Permission;
  approve: UseMutationResult<Shown, Error, void>;
  reject: UseMutationResult<Shown, Error, string>;
}

/** A proposal and what became of it; that of someone else can be decided here. */
export function ProposalItem<Shown extends Proposal>(props: ProposalItemProps<Shown>) {
  const { proposal, title, reason, children } = props;
  const { status, remark, refusal } = proposal;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium text-14">{title}</p>
        <ProposalBadge status={status} />
      </div>
      {children}
      {reason && <p className="text-13 text-ink-2 wrap-anywhere">{reason}</p>}
      <p className="text-12 text-ink-3">{historyText(proposal)}</p>
      {remark && <p className="text-13 text-ink-2 wrap-anywhere">{remark}</p>}
      {refusal && <p className="text-13 text-error">{refusal.message}</p>}
      {status === "proposed" && <Decision {...props} />}
    </div>
  );
}

function Decision<Shown extends Proposal>(props: ProposalItemProps<Shown>) {
  const { proposal, permission, approve, reject, consequences } = props;
  const may = useMay();
  const login = useOperator()?.login;
  const [asked, setAsked] = useState<"approve" | "reject" | null>(null);
  const close = () => setAsked(null);
  if (!may(permission))
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
      <ApproveDialog
        mutation={approve}
        consequences={consequences}
        open={asked === "approve"}
        onClose={close}
      />
      <RejectDialog mutation={reject} open={asked === "reject"} onClose={close} />
    </div>
  );
}

function Obstacle({ children }: { children: string }) {
  return <p className="text-13 text-ink-2">{children}</p>;
}

interface ApproveDialogProps<Shown extends Proposal> {
  mutation: UseMutationResult<Shown, Error, void>;
  consequences: readonly string[];
  open: boolean;
  onClose: () => void;
}

function ApproveDialog<Shown extends Proposal>(props: ApproveDialogProps<Shown>) {
  const { mutation, consequences, open, onClose } = props;
  const { confirm, dialog } = mutationDialog({ mutation, onClose, onSuccess: showOutcome });
  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Approve this proposal?")}
      consequences={[...consequences]}
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

const reasonSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, () => i18n._("Enter a reason.")),
  v.maxLength(300, () => i18n._("Enter at most {longest} characters.", { longest: 300 })),
);

interface RejectDialogProps<Shown extends Proposal> {
  mutation: UseMutationResult<Shown, Error, string>;
  open: boolean;
  onClose: () => void;
}

function RejectDialog<Shown extends Proposal>({ mutation, open, onClose }: RejectDialogProps<Shown>) {
  const { field, fieldError, dialog } = useReasonForm({
    name: "reason",
    schema: reasonSchema,
    send: mutation.mutateAsync,
    onClose,
    onSent: () => toast.success(i18n._("Proposal rejected")),
  });
  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Reject this proposal?")}
      consequences={[i18n._("Nothing changes. The proposer reads your reason.")]}
      confirmLabel={i18n._("Reject")}
      {...dialog}
    >
      <Field label={i18n._("Reason")} error={fieldError}>
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}
