import { i18n } from "@lingui/core";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { IconButton } from "./icon-button";

interface NativeDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The position: centred, or at the bottom within reach of the thumb. */
  place?: "middle" | "bottom" | "free" | undefined;
  /** The anchor of a freely placed dialog. */
  anchor?: RefObject<HTMLElement | null> | undefined;
  /** Its size. */
  className?: string | undefined;
  /** Hides the title visually; it is still announced. */
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

/** Positions an open dialog below its anchor, or above where there is more room, within the window. */
function placeAtAnchor(anchor: HTMLElement, dialog: HTMLElement) {
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
 * A native `dialog` element: it traps and restores the focus, closes on Escape, and needs no library. Its
 * content is mounted while it is open, and until the exit transition has ended.
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
    const place = () => dialog.current && anchor?.current && placeAtAnchor(anchor.current, dialog.current);
    place();
    const listening = new AbortController();
    // The page, or a part of it whose event does not bubble, may scroll behind the dialog.
    addEventListener("scroll", place, { capture: true, passive: true, signal: listening.signal });
    addEventListener("resize", place, listening);
    return () => listening.abort();
  }, [open, anchor]);

  useEffect(() => {
    const element = dialog.current;
    // Light dismiss for browsers without `closedby`; presses inside have another target.
    const pressBeside = (event: MouseEvent) => event.target === element && element?.close();
    element?.addEventListener("click", pressBeside);
    return () => element?.removeEventListener("click", pressBeside);
  }, []);

  useEffect(() => {
    if (open) return;
    let isLeft = false;
    // Empty with reduced motion.
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
      // React bubbles the close event of nested dialogs.
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
            <div className="flex shrink-0 items-center gap-2 py-3 pe-3 ps-5">
              <h2 id={titleId} className="min-w-0 grow font-semibold text-16 wrap-anywhere">
                {title}
              </h2>
              <IconButton icon="x" label={i18n._("Close")} size="small" onClick={onClose} />
            </div>
          )}
          {children}
        </div>
      )}
    </dialog>
  );
}
