import { i18n } from "@lingui/core";
import { useSyncExternalStore } from "react";
import { Icon } from "@/design/icon";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Says on every page that the connection is lost: what is shown is then as old as the loss. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);

  return (
    <div role="status">
      {!isOnline && (
        <p className="fixed inset-x-0 bottom-(--bottom-bar,0px) z-(--layer-toast) flex items-center justify-center gap-2 border-line-strong border-t bg-raised px-4 py-3 text-14 text-warn">
          <Icon name="wifi-off" />
          {i18n._("You’re offline. Prices and balances shown may be out of date.")}
        </p>
      )}
    </div>
  );
}
