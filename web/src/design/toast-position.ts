import { create } from "zustand";

export const TOAST_POSITIONS = [
  "top-left",
  "top-center",
  "top-right",
  "bottom-left",
  "bottom-center",
  "bottom-right",
  "center",
] as const;

export type ToastPosition = (typeof TOAST_POSITIONS)[number];

/** The position of toasts. A separate module from the toasts, which every page loads. */
export const useToastPosition = create<ToastPosition>(() => "top-right");

/** Changes the position of toasts, including visible ones. */
export function setToastPosition(next: ToastPosition): void {
  useToastPosition.setState(next);
}
