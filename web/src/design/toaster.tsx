import { Toast } from "@base-ui/react/toast";
import { i18n } from "@lingui/core";
import { useEffect, useState } from "react";
import { connectToastView, type ShownToast } from "./toast";
import { ToastEntry } from "./toast-entry";
import { useAttended } from "./use-attended";

// A live region speaks only of what arrives after it exists, so the toasts that called for it wait a moment.
const ANNOUNCE_AFTER_MS = 100;

export function Toaster() {
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const isAttended = useAttended(viewport);
  return (
    // The library's own clock runs on after a press inside a hovered toast: each entry keeps its own.
    <Toast.Provider timeout={0} limit={Number.POSITIVE_INFINITY}>
      <Toast.Portal>
        <Toast.Viewport
          ref={setViewport}
          aria-label={i18n._("Notifications")}
          className="pointer-events-none fixed top-0 right-0 z-(--layer-toast) flex max-h-dvh w-full max-w-104 flex-col gap-2 overflow-y-auto p-4"
        >
          <ToastList isPaused={isAttended} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ isPaused }: { isPaused: boolean }) {
  const { toasts, add, close } = Toast.useToastManager<ShownToast>();

  useEffect(() => {
    let disconnect: (() => void) | undefined;
    const timer = setTimeout(() => {
      disconnect = connectToastView({ show: (shown) => add({ id: shown.id, data: shown }), hide: close });
    }, ANNOUNCE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      disconnect?.();
    };
  }, [add, close]);

  return toasts.map(
    (entry) =>
      entry.data && (
        <ToastEntry
          key={entry.id}
          entry={entry}
          message={entry.data}
          isPaused={isPaused}
          onClose={() => close(entry.id)}
        />
      ),
  );
}
