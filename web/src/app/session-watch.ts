import { i18n } from "@lingui/core";
import { toast } from "@/design/toast";
import { isSignedIn, onSessionChange } from "@/session/session";
import { documentNavigation } from "./document-navigation";

const LONG_AWAY_MS = 5 * 60 * 1000;

/**
 * Validates the token at the start and when the tab comes back after a while, and lets the guards look again
 * at the page shown when the session has ended.
 */
export function watchSession(lookAgain: () => void): () => void {
  let hiddenAt: number | null = null;

  function noticeReturn() {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt >= LONG_AWAY_MS) validate();
  }

  const stopListening = onSessionChange(({ isHere, endedBecause, wasSignedIn }) => {
    if (endedBecause && wasSignedIn) explainEnd(endedBecause);
    // Another tab has signed in anew, perhaps as somebody else: nothing of what is shown may stay.
    if (!isHere && wasSignedIn && isSignedIn()) documentNavigation.reload();
    // Later, so that whoever signs out has a moment to lead elsewhere.
    else if (!isHere || !isSignedIn()) setTimeout(lookAgain);
  });
  document.addEventListener("visibilitychange", noticeReturn);
  validate();
  return () => {
    stopListening();
    document.removeEventListener("visibilitychange", noticeReturn);
  };
}

function explainEnd(detail: string): void {
  toast.add({
    severity: "warn",
    summary: i18n._("You have been signed out"),
    detail,
  });
}

function validate(): void {
  if (!isSignedIn()) return;
  import("@/session/client").then(
    (session) => session.validateSession(),
    // A part that cannot be loaded says nothing about the token; the next call will.
    () => undefined,
  );
}
