import { Toast } from "@base-ui/react/toast";
import type { KeyboardEvent } from "react";
import type { Severity } from "./severity";
import type { ShownToast } from "./toast";
import { ToastCard } from "./toast-card";
import { useExpiry } from "./use-expiry";

interface ToastEntryProps {
  entry: Toast.Root.ToastObject<ShownToast>;
  message: ShownToast;
  isPaused: boolean;
  onClose: () => void;
}

export function ToastEntry({ entry, message, isPaused, onClose }: ToastEntryProps) {
  useExpiry(message.life, isPaused, onClose);

  return (
    <Toast.Root
      toast={entry}
      // Text in a toast can be selected and copied, which swiping would take away.
      swipeDirection={[]}
      {...announcement(message.severity)}
      tabIndex={-1}
      onKeyDown={keepEscape}
      className="pointer-events-auto shrink-0 rounded-card transition-[opacity,translate] data-ending-style:translate-x-4 data-starting-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <ToastCard message={message} onClose={onClose} />
    </Toast.Root>
  );
}

// The library makes each toast a small dialog, which is spoken of twice and found among the real ones.
function announcement(severity: Severity) {
  const isUrgent = severity === "error";
  return {
    role: isUrgent ? "alert" : "status",
    "aria-live": isUrgent ? ("assertive" as const) : ("polite" as const),
    "aria-atomic": true,
    "aria-modal": undefined,
  };
}

/** Escape in a toast closes the toast, not the dialog below it as well. */
function keepEscape(event: KeyboardEvent) {
  if (event.key === "Escape") event.stopPropagation();
}
