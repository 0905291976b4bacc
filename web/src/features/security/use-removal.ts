import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { describeProblem } from "@/api/form-problems";
import { toast } from "@/design/toast";
import { StepUpCancelled } from "@/session/step-up";

/** Asks for confirmation before an item is removed; `question` goes to the dialog. */
export function useRemoval<Item extends { id: string; name: string }>(
  remove: UseMutationResult<unknown, Error, string>,
  doneText: () => string,
) {
  const [chosen, setChosen] = useState<Item | null>(null);
  const [isOpen, setOpen] = useState(false);
  const error = remove.error instanceof StepUpCancelled ? null : remove.error;

  function ask(item: Item) {
    setChosen(item);
    setOpen(true);
  }

  function onConfirm() {
    if (!chosen) return;
    remove.mutate(chosen.id, {
      onSuccess() {
        setOpen(false);
        toast.success(doneText());
      },
    });
  }

  function onCancel() {
    remove.reset();
    setOpen(false);
  }

  return {
    ask,
    /** The last chosen item; kept during the dialog's exit transition. */
    name: chosen?.name ?? "",
    question: {
      open: isOpen,
      severity: "error" as const,
      pending: remove.isPending,
      error: error ? describeProblem(error) : undefined,
      onConfirm,
      onCancel,
    },
  };
}
