import { type ReactNode, useState } from "react";
import { Dialog } from "./dialog";

interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  closable?: boolean | undefined;
  closeOnEscape?: boolean | undefined;
  closeOnMask?: boolean | undefined;
  widthClass?: string | undefined;
}

/** The base modal: a dialog with fixed position and small width. */
export function Modal({ widthClass = "max-w-md", ...dialog }: ModalProps) {
  return <Dialog {...dialog} widthClass={widthClass} />;
}

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
