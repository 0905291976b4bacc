import type { Severity } from "./severity";

export interface ToastMessage {
  severity: Severity;
  summary: string;
  detail?: string | undefined;
  /** Milliseconds on screen; without it the toast stays until somebody closes it. */
  life?: number | undefined;
}

export interface ShownToast extends ToastMessage {
  id: string;
}

export interface ToastView {
  show: (shown: ShownToast) => void;
  hide: (id: string) => void;
}

let view: ToastView | null = null;
let waiting: readonly ShownToast[] = [];
let lastNumber = 0;
const listeners = new Set<() => void>();

function setWaiting(next: readonly ShownToast[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

function add(message: ToastMessage): string {
  lastNumber += 1;
  const shown = { ...message, id: `toast-${lastNumber}` };
  if (view) view.show(shown);
  else setWaiting([...waiting, shown]);
  return shown.id;
}

function remove(id: string) {
  if (view) view.hide(id);
  else setWaiting(waiting.filter((shown) => shown.id !== id));
}

export const toast = { add, remove };

/** Hands over what has waited so far and every later toast; returns what ends the connection. */
export function connectToastView(next: ToastView): () => void {
  view = next;
  const due = waiting;
  setWaiting([]);
  for (const shown of due) next.show(shown);
  return () => {
    if (view === next) view = null;
  };
}

export function subscribeToWaitingToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function countWaitingToasts(): number {
  return waiting.length;
}
