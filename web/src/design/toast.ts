import { create } from "zustand";
import type { Severity } from "./severity";

export interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface ToastMessage {
  severity: Severity;
  summary: string;
  detail?: string | undefined;
  /** Milliseconds until it closes; without it the toast stays until dismissed. */
  life?: number | undefined;
  /** Actions of the toast. A toast with actions should have no `life`. */
  actions?: readonly ToastAction[] | undefined;
}

export interface ShownToast extends ToastMessage {
  id: string;
}

export interface ToastView {
  show: (shown: ShownToast) => void;
  hide: (id: string) => void;
}

const CONFIRMATION_MS = 5_000;

let view: ToastView | null = null;
let lastNumber = 0;

/** Queue of toasts that were added before the view has loaded. */
export const useWaitingToasts = create<readonly ShownToast[]>(() => []);

function changeWaiting(change: (waiting: readonly ShownToast[]) => readonly ShownToast[]) {
  useWaitingToasts.setState(change, true);
}

function add(message: ToastMessage): string {
  lastNumber += 1;
  const shown = { ...message, id: `toast-${lastNumber}` };
  if (view) view.show(shown);
  else changeWaiting((waiting) => [...waiting, shown]);
  return shown.id;
}

function remove(id: string) {
  if (view) view.hide(id);
  else changeWaiting((waiting) => waiting.filter((shown) => shown.id !== id));
}

/** Confirms something done; the toast closes by itself. */
function success(summary: string, detail?: string): string {
  return toast.add({ severity: "success", summary, detail, life: CONFIRMATION_MS });
}

export const toast = { add, success, remove };

/** Passes queued and later toasts to the view; returns a function that disconnects it. */
export function connectToastView(next: ToastView): () => void {
  view = next;
  const due = useWaitingToasts.getState();
  changeWaiting(() => []);
  for (const shown of due) next.show(shown);
  return () => {
    if (view === next) view = null;
  };
}
