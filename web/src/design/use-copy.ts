import { useEffect, useState } from "react";
import { copyText } from "@/lib/copy-text";

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
