import { useEffect, useState } from "react";

const SHOWN_MS = 2000;

export type CopyOutcome = "copied" | "failed" | null;

/** Copies, and tells for two seconds how that went. */
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

/** Puts text on the clipboard; false where the browser does not allow it. */
async function copyText(text: string): Promise<boolean> {
  try {
    // Missing outside of secure contexts, for example on an installation reached by its plain network address.
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
  // Inside the open dialog, where there is one: its focus trap would take the focus back from anywhere else.
  (focused?.closest("[role=dialog]") ?? document.body).append(holder);
  holder.select();
  const isCopied = document.execCommand?.("copy") ?? false;
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
