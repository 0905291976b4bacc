import { i18n } from "@lingui/core";
import { toast } from "@/design/toast";
import { isSignedIn, onSessionChange } from "@/session/session";
import { documentNavigation } from "./document-navigation";

const LONG_AWAY_MS = 5 * 60 * 1000;

/**
 * Validates the token at the start and when the tab becomes visible after a while, and runs the guards again
 * when the session has ended.
 */
export function watchSession(lookAgain: () => void): () => void {
  let hiddenAt: number | null = null;

  function noticeReturn() {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt >= LONG_AWAY_MS)
      withSession(({ validateSession }) => validateSession());
  }

  const stopListening = onSessionChange(({ isHere, endedBecause, wasSignedIn }) => {
    if (endedBecause && wasSignedIn) explainEnd(endedBecause);
    // Another tab has signed in, perhaps as another client: reload, so that nothing shown remains.
    if (!isHere && wasSignedIn && isSignedIn()) documentNavigation.reload();
    // Deferred, so that the code that signs out can navigate first.
    else if (!isHere || !isSignedIn()) setTimeout(lookAgain);
  });
  document.addEventListener("visibilitychange", noticeReturn);
  withSession((session) => {
    session.preloadCurrentClient();
    return session.validateSession();
  });
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

type SessionModule = typeof import("@/session/client");

function withSession(use: (session: SessionModule) => unknown): void {
  if (!isSignedIn()) return;
  import("@/session/client").then(
    use,
    // A chunk that fails to load says nothing about the token.
    () => undefined,
  );
}
