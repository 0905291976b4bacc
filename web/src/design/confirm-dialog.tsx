import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Button, type ButtonSeverity } from "./button";
import { Icon } from "./icon";
import { Modal } from "./modal";

interface ConfirmDialogProps {
  open: boolean;
  /** The question itself, such as "Cancel this order?". */
  title: string;
  children?: ReactNode;
  /** The consequences, one per line. */
  consequences?: readonly string[] | undefined;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  severity?: ButtonSeverity | undefined;
  pending?: boolean | undefined;
  closeOnMask?: boolean | undefined;
  /** Why the last attempt failed; announced to screen readers. */
  error?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  consequences = [],
  confirmLabel,
  cancelLabel,
  severity = "primary",
  pending = false,
  closeOnMask = true,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onCancel}
      title={title}
      // A request in progress cannot be cancelled by closing the dialog.
      closable={!pending}
      closeOnEscape={!pending}
      closeOnMask={closeOnMask && !pending}
      footer={
        <>
          <Button severity="secondary" disabled={pending} onClick={onCancel}>
            {cancelLabel ?? i18n._("Cancel")}
          </Button>
          <Button severity={severity} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {consequences.length > 0 && (
        <ul className="mt-3 space-y-2 first:mt-0">
          {consequences.map((consequence) => (
            <li key={consequence} className="flex gap-2">
              <Icon name="chevron-right" className="mt-0.5 text-ink-3" />
              <span>{consequence}</span>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="mt-4 text-error">
          {error}
        </p>
      )}
    </Modal>
  );
}
