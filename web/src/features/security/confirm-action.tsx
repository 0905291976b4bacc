import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { Button } from "@/design/button";
import { ConfirmDialog } from "@/design/confirm-dialog";
import { StepUpCancelled } from "@/session/step-up";

interface ConfirmActionProps {
  label: string;
  title: string;
  consequences: readonly string[];
  mutation: UseMutationResult<unknown, Error, void>;
  onSuccess?: () => void;
}

/** A button for a dangerous change, which asks first. A cancelled step-up is not an error. */
export function ConfirmAction({ label, title, consequences, mutation, onSuccess }: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  const error = mutation.error instanceof StepUpCancelled ? null : mutation.error;

  function confirm() {
    mutation.mutate(undefined, {
      onSuccess() {
        setOpen(false);
        onSuccess?.();
      },
    });
  }

  return (
    <>
      <Button severity="secondary" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={title}
        consequences={consequences}
        confirmLabel={label}
        severity="error"
        pending={mutation.isPending}
        error={error ? describeProblem(error) : undefined}
        onConfirm={confirm}
        onCancel={() => {
          mutation.reset();
          setOpen(false);
        }}
      />
    </>
  );
}
