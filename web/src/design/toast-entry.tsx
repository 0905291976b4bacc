import { Toast } from "@base-ui/react/toast";
import type { KeyboardEvent } from "react";
import { classNames } from "@/lib/class-names";
import type { Severity } from "./severity";
import type { ShownToast } from "./toast";
import { ToastCard } from "./toast-card";
import type { ToastPosition } from "./toast-position";
import { useExpiry } from "./use-expiry";

interface ToastEntryProps {
  entry: Toast.Root.ToastObject<ShownToast>;
  message: ShownToast;
  isPaused: boolean;
  position: ToastPosition;
  onClose: () => void;
}

export function ToastEntry({ entry, message, isPaused, position, onClose }: ToastEntryProps) {
  useExpiry(message.life, isPaused, onClose);

  return (
    <Toast.Root
      toast={entry}
      // Text in a toast can be selected and copied, which swiping would take away.
      swipeDirection={[]}
      {...announcement(message.severity)}
      tabIndex={-1}
      onKeyDown={keepEscape}
      className={classNames(
        "pointer-events-auto shrink-0 rounded-card transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:opacity-0",
        moveFrom(position),
      )}
    >
      <ToastCard message={message} onClose={onClose} />
    </Toast.Root>
  );
}

/** It comes from the nearest edge and goes back there. */
function moveFrom(position: ToastPosition): string | undefined {
  if (position.endsWith("right")) {
    return "data-ending-style:translate-x-4 data-starting-style:translate-x-4";
  }
  if (position.endsWith("left")) {
    return "data-ending-style:-translate-x-4 data-starting-style:-translate-x-4";
  }
  return undefined;
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
