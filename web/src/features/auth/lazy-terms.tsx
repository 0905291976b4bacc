import { type ComponentType, useEffect, useState } from "react";
import { useAskedTerms } from "@/session/asked-terms";

/** Mounted from the start; the dialog is loaded when there are terms to accept. */
export function LazyTerms() {
  const isAsked = useAskedTerms();
  const [View, setView] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!isAsked || View) return;
    // A failure must not break the page; the next one asks again.
    import("./terms-dialog").then(
      (loaded) => setView(() => loaded.TermsDialog),
      () => undefined,
    );
  }, [isAsked, View]);

  return View ? <View /> : null;
}
