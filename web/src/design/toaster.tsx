import { Toast } from "@base-ui/react/toast";
import { i18n } from "@lingui/core";
import { useEffect, useState } from "react";
import { classNames } from "@/lib/class-names";
import { connectToastView, type ShownToast } from "./toast";
import { ToastEntry } from "./toast-entry";
import { type ToastPosition, useToastPosition } from "./toast-position";

// A live region announces only what is added after it exists, so the first toasts are delayed.
const ANNOUNCE_AFTER_MS = 100;

const TOP = "top-0 flex-col";
// The newest is next to the edge, above what is fixed there on phones.
const BOTTOM = "bottom-(--bottom-bar,env(safe-area-inset-bottom)) flex-col-reverse";
const CENTER = "left-1/2 -translate-x-1/2";

const POSITIONS: Record<ToastPosition, string> = {
  "top-left": `${TOP} left-0`,
  "top-center": `${TOP} ${CENTER}`,
  "top-right": `${TOP} right-0`,
  "bottom-left": `${BOTTOM} left-0`,
  "bottom-center": `${BOTTOM} ${CENTER}`,
  "bottom-right": `${BOTTOM} right-0`,
  center: `top-1/2 -translate-y-1/2 flex-col ${CENTER}`,
};

/** The toasts, at the top right unless `setToastPosition` says otherwise; full width on narrow screens. */
export function Toaster() {
  const position = useToastPosition();
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const isAttended = useAttended(viewport);
  return (
    // The library's timer continues after a press inside a hovered toast, so each entry has its own.
    <Toast.Provider timeout={0} limit={Number.POSITIVE_INFINITY}>
      <Toast.Portal>
        <Toast.Viewport
          ref={setViewport}
          aria-label={i18n._("Notifications")}
          className={classNames(
            "pointer-events-none fixed z-(--layer-toast) flex max-h-dvh w-full max-w-104 gap-2 overflow-y-auto p-4",
            POSITIONS[position],
          )}
        >
          <ToastList isPaused={isAttended} position={position} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ isPaused, position }: { isPaused: boolean; position: ToastPosition }) {
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
          position={position}
          onClose={() => close(entry.id)}
        />
      ),
  );
}

/**
 * True while the element is hovered or focused, or the tab is hidden. Native events, because React misses
 * pointerleave when the element under the pointer is removed.
 */
function useAttended(element: HTMLElement | null): boolean {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isHidden, setHidden] = useState(document.hidden);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    element?.addEventListener("mouseenter", () => setHovered(true), { signal });
    element?.addEventListener("mouseleave", () => setHovered(false), { signal });
    // A mouse press leaves the focus behind, which must not count as attention.
    element?.addEventListener(
      "focusin",
      ({ target }) => setFocused(target instanceof Element && target.matches(":focus-visible")),
      { signal },
    );
    element?.addEventListener("focusout", () => setFocused(false), { signal });
    document.addEventListener("visibilitychange", () => setHidden(document.hidden), { signal });
    return () => listening.abort();
  }, [element]);

  return isHovered || isFocused || isHidden;
}
