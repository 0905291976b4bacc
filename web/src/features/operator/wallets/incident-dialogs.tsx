import { i18n } from "@lingui/core";
import { mutationDialog, useReasonForm } from "@/api/operator-dialogs";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { moneyText } from "@/lib/money-text";
import { type Incident, useApproveReversal, useProposeReversal, useResolveIncident } from "./api";
import { detailText } from "./incident-texts";
import { requiredText } from "./texts";

const MAX_REMARK_LENGTH = 300;

type IncidentDialogProps = { incident: Incident; open: boolean; onClose: () => void };

export function ResolveDialog({ incident, open, onClose }: IncidentDialogProps) {
  const resolve = useResolveIncident(incident.id);
  const { field, fieldError, dialog } = useReasonForm({
    name: "remark",
    schema: requiredText(MAX_REMARK_LENGTH, () => i18n._("Enter how it was solved.")),
    send: resolve.mutateAsync,
    onClose,
    onSent: () => toast.success(i18n._("Incident resolved")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Resolve this incident?")}
      consequences={[
        i18n._("No money moves. It opens again if the cause is still there."),
        ...(incident.reversal_proposed_by === null ? [] : [i18n._("The proposed reversal is dropped.")]),
        ...(incident.can_reverse ? [i18n._("The client keeps the credit.")] : []),
      ]}
      confirmLabel={i18n._("Resolve")}
      {...dialog}
      severity="primary"
    >
      <Field label={i18n._("Remark")} hint={i18n._("For staff and the audit log.")} error={fieldError}>
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}

/** What a reversal takes from the client. */
function reversalText({ amount, detail }: Incident): string {
  if (amount === null) return i18n._("The credit is taken back from the client’s available balance.");
  return i18n._("{amount} {coin} is taken back from the client’s available balance.", {
    amount: moneyText(amount),
    coin: detailText(detail.coin),
  });
}

export function ProposeReversalDialog({ incident, open, onClose }: IncidentDialogProps) {
  const propose = useProposeReversal(incident.id);
  const { field, fieldError, dialog } = useReasonForm({
    name: "remark",
    schema: requiredText(MAX_REMARK_LENGTH, () => i18n._("Enter a reason. The approver reads it.")),
    send: propose.mutateAsync,
    onClose,
    onSent: () =>
      toast.success(i18n._("Reversal proposed"), i18n._("No money moves until someone else approves.")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Propose to reverse the credit?")}
      consequences={[reversalText(incident), i18n._("No money moves until someone else approves.")]}
      confirmLabel={i18n._("Propose")}
      {...dialog}
    >
      <Field label={i18n._("Reason")} hint={i18n._("For the approver and the audit log.")} error={fieldError}>
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}

export function ApproveReversalDialog({ incident, open, onClose }: IncidentDialogProps) {
  const { confirm, dialog } = mutationDialog({
    mutation: useApproveReversal(incident.id),
    onClose,
    onSuccess: () =>
      toast.success(i18n._("Credit reversed"), i18n._("The deposit is orphaned, the incident resolved.")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Reverse the credit?")}
      consequences={[
        reversalText(incident),
        i18n._("It takes effect immediately and can’t be undone."),
        i18n._("It fails if the client no longer has the amount. Nothing moves then."),
      ]}
      confirmLabel={i18n._("Reverse credit")}
      severity="error"
      onConfirm={() => confirm()}
      {...dialog}
    />
  );
}
