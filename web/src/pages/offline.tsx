import { i18n } from "@lingui/core";
import { useEffect } from "react";
import { Button } from "@/design/button";
import { Icon } from "@/design/icon";
import { documentTitle, site } from "@/session/site";

/** Shown by the service worker in the place of any page while there is no connection. It has no figures. */
export function OfflinePage() {
  const title = i18n._("You’re offline");

  useEffect(() => {
    document.title = documentTitle(title);
    const reload = () => location.reload();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, [title]);

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
