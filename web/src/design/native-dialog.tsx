import { i18n } from "@lingui/core";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { IconButton } from "./icon-button";

interface NativeDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Where it stands: in the middle, or at the lower edge within reach of a thumb. */
  place?: "middle" | "bottom" | "free" | undefined;
  /** What it hangs on where its place is free. */
  anchor?: RefObject<HTMLElement | null> | undefined;
  /** Its size. */
  className?: string | undefined;
  /** Leaves the title to those who cannot see what the dialog is about. */
  hasHiddenTitle?: boolean | undefined;
  children: ReactNode;
}

const LOCK = "[html:has(&[open])]:overflow-hidden";

const PLACES = {
  middle: `${LOCK} m-auto max-h-[min(90dvh,48rem)] rounded-dialog border border-line-strong not-open:scale-97 starting:open:scale-97`,
  bottom: `${LOCK} mt-auto mb-0 max-h-[92dvh] w-full max-w-none rounded-t-dialog border-line-strong border-t pb-[env(safe-area-inset-bottom)] not-open:translate-y-8 starting:open:translate-y-8`,
  free: "m-0 rounded-card border border-line-strong",
};

const EDGE = 8;
const GAP = 6;

/** Puts an open dialog below its anchor, or above it where there is more room, and inside the window. */
function hangOn(anchor: HTMLElement, dialog: HTMLElement) {
  const around = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const { innerWidth, innerHeight } = window;
  const roomBelow = innerHeight - around.bottom - GAP - EDGE;
  const isAbove = height > roomBelow && around.top > innerHeight - around.bottom;
  const top = isAbove ? around.top - GAP - height : around.bottom + GAP;
  const left = Math.min(around.left, innerWidth - width - EDGE);
  Object.assign(dialog.style, {
    top: `${Math.max(Math.min(top, innerHeight - height - EDGE), EDGE)}px`,
    left: `${Math.max(left, EDGE)}px`,
  });
}

/**
 * A dialog on the browser's own: it keeps the focus, gives it back and closes on Escape, and costs nothing to load.
 * Its content is there while it is open, and until it has faded.
 */
export function NativeDialog({
  open,
  onClose,
  title,
  place = "middle",
  anchor,
  className,
  hasHiddenTitle = false,
  children,
}: NativeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isFading, setIsFading] = useState(false);

  useEffect(() => {
    const element = dialog.current;
    if (!open) return element?.open ? element.close() : undefined;
    setIsFading(true);
    if (!element?.open) element?.showModal();
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const place = () => dialog.current && anchor?.current && hangOn(anchor.current, dialog.current);
    place();
    const listening = new AbortController();
    // The page may still scroll behind it, and so may a part of it, whose event only passes by.
    addEventListener("scroll", place, { capture: true, passive: true, signal: listening.signal });
    addEventListener("resize", place, listening);
    return () => listening.abort();
  }, [open, anchor]);

  useEffect(() => {
    const element = dialog.current;
    // Browsers without `closedby` leave a press beside it to us; one inside has another target.
    const pressBeside = (event: MouseEvent) => event.target === element && element?.close();
    element?.addEventListener("click", pressBeside);
    return () => element?.removeEventListener("click", pressBeside);
  }, []);

  useEffect(() => {
    if (open) return;
    let isLeft = false;
    // None where motion is reduced.
    const fading = dialog.current?.getAnimations?.() ?? [];
    void Promise.allSettled(fading.map(({ finished }) => finished)).then(() => isLeft || setIsFading(false));
    return () => {
      isLeft = true;
    };
  }, [open]);

  return (
    <dialog
      ref={dialog}
      closedby="any"
      aria-labelledby={titleId}
      // React passes on what a dialog inside this one reports.
      onClose={({ target }) => target === dialog.current && onClose()}
      className={classNames(
        "overflow-hidden overscroll-contain bg-deep p-0 text-ink shadow-float transition-[opacity,scale,translate,display,overlay] transition-discrete backdrop:bg-mask not-open:pointer-events-none not-open:opacity-0 starting:open:opacity-0",
        PLACES[place],
        className,
      )}
    >
      {(open || isFading) && (
        <div className="flex h-full max-h-[inherit] min-h-0 flex-col">
          {hasHiddenTitle ? (
            <h2 id={titleId} className="sr-only">
              {title}
            </h2>
          ) : (
            <header className="flex shrink-0 items-center gap-2 py-3 pr-3 pl-5">
              <h2 id={titleId} className="min-w-0 grow font-semibold text-16 wrap-anywhere">
                {title}
              </h2>
              <IconButton icon="x" label={i18n._("Close")} size="small" onClick={onClose} />
            </header>
          )}
          {children}
        </div>
      )}
    </dialog>
  );
}
