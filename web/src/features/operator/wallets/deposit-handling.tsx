import { i18n } from "@lingui/core";
import { useState } from "react";
import { useReasonForm } from "@/api/operator-dialogs";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { Field } from "@/design/field";
import { TextInput } from "@/design/text-input";
import { toast } from "@/design/toast";
import { useMay } from "@/session/operator";
import { type Deposit, useHandleDeposit } from "./api";
import { requiredText } from "./texts";

const MAX_REMARK_LENGTH = 300;

/** What staff can do about deposits that the ledger can’t assign. */
export function UnassignedAdvice() {
  return (
    <Banner severity="info">
      {i18n._(
        "These coins are on an address of the exchange, but weren’t credited: the token isn’t listed, or the ledger rejected the deposit. Credit the client under Ledger (two people), or return the coins, then mark the deposit as handled.",
      )}
    </Banner>
  );
}

/** Whether an unassigned deposit was dealt with, or the button to note that. */
export function DepositHandling({ deposit }: { deposit: Deposit }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (deposit.status !== "unassigned") return null;
  if (deposit.handled_at !== null) {
    const facts = { login: deposit.handled_by ?? "", remark: deposit.remark ?? "" };
    return (
      <span className="block text-12 text-ink-2 wrap-anywhere">
        {i18n._("Handled by {login}: {remark}", facts)}
      </span>
    );
  }
  if (!may("ledger_adjust")) return null;
  return (
    <>
      <Button size="small" severity="secondary" icon="check" onClick={() => setOpen(true)}>
        {i18n._("Mark as handled")}
      </Button>
      <HandleDialog deposit={deposit} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type HandleDialogProps = { deposit: Deposit; open: boolean; onClose: () => void };

function HandleDialog({ deposit, open, onClose }: HandleDialogProps) {
  const handle = useHandleDeposit(deposit.id);
  const { field, fieldError, dialog } = useReasonForm({
    name: "remark",
    schema: requiredText(MAX_REMARK_LENGTH, () => i18n._("Enter what was done.")),
    send: handle.mutateAsync,
    onClose,
    onSent: () => toast.success(i18n._("Deposit marked as handled")),
  });

  return (
    <ConfirmDialog
      open={open}
      title={i18n._("Mark this deposit as handled?")}
      consequences={[i18n._("No money moves. This can’t be undone.")]}
      confirmLabel={i18n._("Mark as handled")}
      {...dialog}
      severity="primary"
    >
      <Field label={i18n._("Remark")} hint={i18n._("For staff and the audit log.")} error={fieldError}>
        <TextInput autoComplete="off" {...field} />
      </Field>
    </ConfirmDialog>
  );
}
