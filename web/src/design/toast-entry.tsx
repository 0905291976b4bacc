import { Toast } from "@base-ui/react/toast";
import { i18n } from "@lingui/core";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { Button } from "./button";
import { Icon } from "./icon";
import { IconButton } from "./icon-button";
import { SEVERITY_ICONS, SEVERITY_TEXT, type Severity, severityName } from "./severity";
import type { ShownToast, ToastMessage } from "./toast";
import type { ToastPosition } from "./toast-position";

interface ToastCardProps {
  message: ToastMessage;
  onClose: () => void;
}

const EDGES: Record<Severity, string> = {
  success: "border-success/50 border-s-success",
  info: "border-info/50 border-s-info",
  warn: "border-warn/50 border-s-warn",
  error: "border-error/50 border-s-error",
};

function ToastCard({ message, onClose }: ToastCardProps) {
  const { severity, summary, detail, actions } = message;
  return (
    <div
      className={classNames(
        "flex items-start gap-3 rounded-card border border-s-4 bg-raised py-2 pe-2 ps-3 shadow-float",
        EDGES[severity],
      )}
    >
      <Icon
        name={SEVERITY_ICONS[severity]}
        size={20}
        label={severityName(severity)}
        className={classNames("mt-1.5", SEVERITY_TEXT[severity])}
      />
      <div className="min-w-0 grow py-1.5 wrap-anywhere">
        <p className="font-medium text-14 text-ink">{summary}</p>
        {detail && <p className="mt-1 text-13 text-ink-2">{detail}</p>}
        {actions && (
          <div className="mt-2 flex flex-wrap gap-2">
            {actions.map(({ label, onPress }) => (
              <Button key={label} severity="secondary" size="small" onClick={onPress}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <IconButton icon="x" label={i18n._("Dismiss notification")} size="small" onClick={onClose} />
    </div>
  );
}

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
      // Disabled, because swiping would prevent selecting text.
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

/** Slides in from the nearest edge and out to it. */
function moveFrom(position: ToastPosition): string | undefined {
  if (position.endsWith("right")) {
    return "data-ending-style:translate-x-4 data-starting-style:translate-x-4";
  }
  if (position.endsWith("left")) {
    return "data-ending-style:-translate-x-4 data-starting-style:-translate-x-4";
  }
  return undefined;
}

// The library makes each toast a dialog, which would be announced twice and found among real dialogs.
function announcement(severity: Severity) {
  const isUrgent = severity === "error";
  return {
    role: isUrgent ? "alert" : "status",
    "aria-live": isUrgent ? ("assertive" as const) : ("polite" as const),
    "aria-atomic": true,
    "aria-modal": undefined,
  };
}

/** Escape in a toast closes only the toast, not the dialog below it. */
function keepEscape(event: KeyboardEvent) {
  if (event.key === "Escape") event.stopPropagation();
}

/** Calls `onEnd` when the lifetime is over. A pause stops the timer; afterwards the remaining time runs. */
function useExpiry(life: number | undefined, isPaused: boolean, onEnd: () => void) {
  const rest = useRef(life ?? 0);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    if (!life || isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end.current(), rest.current);
    return () => {
      clearTimeout(timer);
      rest.current -= Date.now() - startedAt;
    };
  }, [life, isPaused]);
}
