import { Dialog as Base } from "@base-ui/react/dialog";
import { DialogPanel, type DialogPanelProps } from "./dialog-panel";

export interface DialogProps extends DialogPanelProps {
  open: boolean;
  onClose: () => void;
  closeOnEscape?: boolean | undefined;
  closeOnMask?: boolean | undefined;
}

export function Dialog({ open, onClose, closeOnEscape = true, closeOnMask = true, ...panel }: DialogProps) {
  function change(isOpen: boolean, details: Base.Root.ChangeEventDetails) {
    if (isOpen) return;
    if (details.reason === "escape-key" && !closeOnEscape) details.cancel();
    else onClose();
  }

  return (
    <Base.Root open={open} onOpenChange={change} disablePointerDismissal={!closeOnMask}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-(--layer-dialog) bg-mask transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <DialogPanel {...panel} />
      </Base.Portal>
    </Base.Root>
  );
}
