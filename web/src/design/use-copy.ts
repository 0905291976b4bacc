import { useEffect, useState } from "react";

const SHOWN_MS = 2000;

export type CopyOutcome = "copied" | "failed" | null;

/** Copies, and shows the result for two seconds. */
export function useCopy() {
  const [outcome, setOutcome] = useState<{ result: CopyOutcome }>({ result: null });

  useEffect(() => {
    if (outcome.result === null) return;
    const timer = setTimeout(() => setOutcome({ result: null }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(text: string) {
    setOutcome({ result: (await copyText(text)) ? "copied" : "failed" });
  }

  return { outcome: outcome.result, copy };
}

/** Writes text to the clipboard; false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Undefined outside of secure contexts, such as plain http on a local network.
    if (navigator.clipboard === undefined) return copyBySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement("textarea");
  holder.value = text;
  holder.readOnly = true;
  holder.style.position = "fixed";
  holder.style.opacity = "0";
  const focused = document.activeElement;
  // Inside an open dialog, whose focus trap would otherwise take the focus back.
  (focused?.closest("[role=dialog]") ?? document.body).append(holder);
  holder.select();
  const isCopied = document.execCommand?.("copy") ?? false;
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
