import { type ReactNode, useState } from "react";
import { Modal } from "./modal";

interface FormModalProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Renders the form, which reports whether a call is pending. */
  children: (onPending: (isPending: boolean) => void) => ReactNode;
}

/** A modal with a form. It cannot be closed while a call is pending, which may also be waiting for a step-up. */
export function FormModal({ children, ...modal }: FormModalProps) {
  const [isPending, setPending] = useState(false);
  return (
    <Modal {...modal} closable={!isPending} closeOnEscape={!isPending} closeOnMask={false}>
      {children(setPending)}
    </Modal>
  );
}
