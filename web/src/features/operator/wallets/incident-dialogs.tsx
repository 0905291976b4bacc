import { i18n } from "@lingui/core";
import { useReasonForm } from "@/api/operator-dialogs";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { type Incident, useResolveIncident } from "./api";
import { requiredText } from "./texts";

export const MAX_REMARK_LENGTH = 300;

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
      consequences={[i18n._("No money moves. It opens again if the cause is still there.")]}
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
