import { useSyncExternalStore } from "react";
import { ACCOUNT_COPY, onSessionChange } from "@/session/session";

const KEY = `${ACCOUNT_COPY}one-click`;
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

let isOn = read();
// One client's choice would send the next one's orders without confirmation.
onSessionChange(() => show(read()));

function show(next: boolean): void {
  isOn = next;
  for (const listener of listeners) listener();
}

export function setOneClick(next: boolean): void {
  try {
    if (next) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  show(next);
}

/** Whether orders are sent without a second look. Kept on this device until the client signs out, and off until asked for. */
export function useOneClick(): boolean {
  return useSyncExternalStore(subscribe, () => isOn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
