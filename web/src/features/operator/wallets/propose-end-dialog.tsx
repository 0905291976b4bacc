import { i18n } from "@lingui/core";
import { useReasonForm } from "@/api/operator-dialogs";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { moneyText } from "@/lib/money-text";
import { type Incident, type IncidentProposal, useProposeIncidentEnd } from "./api";
import { MAX_REMARK_LENGTH } from "./incident-dialogs";
import { detailText } from "./incident-texts";
import { requiredText } from "./texts";

type ProposeProps = {
  incident: Incident;
  kind: IncidentProposal["kind"];
  open: boolean;
  onClose: () => void;
};

/** What a proposal does, in a sentence. */
export function effectText({ amount, detail }: Incident, kind: IncidentProposal["kind"]): string {
  const credit = { amount: moneyText(amount ?? "0"), coin: detailText(detail.coin) };
  if (kind === "keep") {
    return amount === null
      ? i18n._("The client keeps the credit. Without the payment, the exchange bears the loss.")
      : i18n._("The client keeps {amount} {coin}. Without the payment, the exchange bears the loss.", credit);
  }
  return amount === null
    ? i18n._("The credit is taken back from the client’s available balance.")
    : i18n._("{amount} {coin} is taken back from the client’s available balance.", credit);
}

export function ProposeEndDialog({ incident, kind, open, onClose }: ProposeProps) {
  const propose = useProposeIncidentEnd(incident.id, kind);
  const { field, fieldError, dialog } = useReasonForm({
    name: "reason",
    schema: requiredText(MAX_REMARK_LENGTH, () => i18n._("Enter a reason. The approver reads it.")),
    send: propose.mutateAsync,
    onClose,
    onSent: () =>
      toast.success(i18n._("Proposal submitted"), i18n._("Nothing happens until someone else approves.")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={
        kind === "reversal" ? i18n._("Propose to reverse the credit?") : i18n._("Propose to keep the credit?")
      }
      consequences={[effectText(incident, kind), i18n._("Nothing happens until someone else approves.")]}
      confirmLabel={i18n._("Propose")}
      {...dialog}
    >
      <Field label={i18n._("Reason")} hint={i18n._("For the approver and the audit log.")} error={fieldError}>
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}
