import { i18n } from "@lingui/core";
import { useState } from "react";
import * as v from "valibot";
import { mutationDialog, useReasonForm } from "@/api/operator-dialogs";
import { Badge } from "@/design/badge";
import { Button } from "@/design/button";
import { Card } from "@/design/card";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { useMay } from "@/session/operator";
import { type ClientDetail, useFreeze, useUnfreeze } from "./api";
import { Moment } from "./client-facts";

const MAX_REASON_LENGTH = 500;

const reasonSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3, () => i18n._("Enter a reason. It’s recorded in the audit log.")),
  v.maxLength(MAX_REASON_LENGTH, () =>
    i18n._("Enter at most {most} characters.", { most: MAX_REASON_LENGTH }),
  ),
);

/** Whether the account is frozen, and a button to change that. */
export function FreezeCard({ client }: { client: ClientDetail }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const isFrozen = client.frozen_at !== null;
  const mayChange = may(isFrozen ? "clients_unfreeze" : "clients_freeze");
  const dialog = { client, open: isOpen, onClose: () => setOpen(false) };

  return (
    <Card title={i18n._("Account")}>
      <div className="flex flex-col gap-3">
        {client.frozen_at === null ? (
          <p className="text-13 text-ink-2">
            {i18n._("Active: the client can trade, withdraw and change settings.")}
          </p>
        ) : (
          <p className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
            <Badge severity="warn" icon="snowflake">
              {i18n._("Frozen")}
            </Badge>
            <Moment at={client.frozen_at} />
          </p>
        )}
        {mayChange && (
          <Button
            severity="secondary"
            icon={isFrozen ? "unlock" : "snowflake"}
            fullWidth
            onClick={() => setOpen(true)}
          >
            {isFrozen ? i18n._("Unfreeze account") : i18n._("Freeze account")}
          </Button>
        )}
        {mayChange && (isFrozen ? <UnfreezeDialog {...dialog} /> : <FreezeDialog {...dialog} />)}
      </div>
    </Card>
  );
}

interface FreezeDialogProps {
  client: ClientDetail;
  open: boolean;
  onClose: () => void;
}

function FreezeDialog({ client, open, onClose }: FreezeDialogProps) {
  const freeze = useFreeze(client.id);
  const { field, fieldError, dialog } = useReasonForm({
    name: "reason",
    schema: reasonSchema,
    send: freeze.mutateAsync,
    onClose,
    onSent: () => toast.success(i18n._("Account frozen")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Freeze this account?")}
      consequences={[
        i18n._("No trading, withdrawals or changes until it’s unfrozen."),
        i18n._("The client can still sign in and view everything, and gets an email."),
        i18n._("The client’s assets stay in the account."),
      ]}
      confirmLabel={i18n._("Freeze")}
      {...dialog}
    >
      <Field
        label={i18n._("Reason")}
        hint={i18n._("For the audit log. The client doesn’t see it.")}
        error={fieldError}
      >
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}

function UnfreezeDialog({ client, open, onClose }: FreezeDialogProps) {
  const { confirm, dialog } = mutationDialog({
    mutation: useUnfreeze(client.id),
    onClose,
    onSuccess: () => toast.success(i18n._("Account unfrozen")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Unfreeze this account?")}
      consequences={[
        i18n._("The client can trade, withdraw and change settings immediately, and gets an email."),
        i18n._("First make sure the request comes from the client."),
      ]}
      confirmLabel={i18n._("Unfreeze")}
      onConfirm={() => confirm()}
      {...dialog}
    />
  );
}
