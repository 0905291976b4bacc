import type { ReactNode } from "react";
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
