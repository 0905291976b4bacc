import { useSyncExternalStore } from "react";

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

let position: ToastPosition = "top-right";
const listeners = new Set<() => void>();

/** Where toasts stand from now on, with those that are there already. Apart from the toasts, which every page loads. */
export function setToastPosition(next: ToastPosition): void {
  position = next;
  for (const listener of listeners) listener();
}

export function useToastPosition(): ToastPosition {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => position,
  );
}
