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

/** Where toasts stand. Apart from the toasts, which every page loads. */
export const useToastPosition = create<ToastPosition>(() => "top-right");

/** Moves toasts, with those that are there already. */
export function setToastPosition(next: ToastPosition): void {
  useToastPosition.setState(next);
}
