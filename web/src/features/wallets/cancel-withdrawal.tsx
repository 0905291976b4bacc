import { i18n } from "@lingui/core";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { useCancelWithdrawal, type Withdrawal } from "./withdrawal-api";

/** Cancels a withdrawal that has not been sent, after a question. */
export function CancelWithdrawal({ withdrawal: { id } }: { withdrawal: Withdrawal }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelWithdrawal();
  return (
    <>
      <Button severity="secondary" size="small" className="self-start" onClick={() => setOpen(true)}>
        {i18n._("Cancel withdrawal")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={i18n._("Cancel this withdrawal?")}
        consequences={[i18n._("The amount is in your balance again immediately.")]}
        confirmLabel={i18n._("Cancel withdrawal")}
        cancelLabel={i18n._("Keep it")}
        severity="error"
        pending={cancel.isPending}
        error={cancel.error ? describeProblem(cancel.error) : undefined}
        onConfirm={() => cancel.mutate(id, { onSuccess: () => setOpen(false) })}
        onCancel={() => {
          cancel.reset();
          setOpen(false);
        }}
      />
    </>
  );
}
