import { i18n } from "@lingui/core";
import { useEffect } from "react";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import { documentTitle, site } from "@/session/site";

const RETRY_MS = 4_000;
const ANY_ANSWER = "/api/health/live";

/**
 * Reloads once the server answers. The browser's `online` event is only a hint: it comes before the network
 * carries anything, and never if it was the server that could not be reached.
 */
function useReloadOnceOnline(): void {
  useEffect(() => {
    // Opened by its own address, it stands for no other page.
    if (location.pathname === "/offline") return;
    const probe = () =>
      void fetch(ANY_ANSWER, { cache: "no-store", signal: AbortSignal.timeout(RETRY_MS) }).then(
        () => location.reload(),
        () => undefined,
      );
    const timer = setInterval(probe, RETRY_MS);
    addEventListener("online", probe);
    return () => {
      clearInterval(timer);
      removeEventListener("online", probe);
    };
  }, []);
}

/** Shown by the service worker in the place of any page while there is no connection. It has no figures. */
export function OfflinePage() {
  const title = i18n._("You’re offline");

  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  useReloadOnceOnline();

  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-6 px-6 py-16">
      <p className="flex items-center gap-2 font-semibold text-16">
        <Icon name="logo" size={24} className="text-accent" />
        {site().sitename}
      </p>
      <h1 className="font-semibold text-28 tracking-tight">{title}</h1>
      <p className="text-pretty text-16 text-ink-2">
        {i18n._(
          "Prices, balances and orders need a connection, so none are shown. Your open orders stay on the exchange.",
        )}
      </p>
      <Button icon="refresh-cw" onClick={() => location.reload()}>
        {i18n._("Try again")}
      </Button>
    </main>
  );
}
