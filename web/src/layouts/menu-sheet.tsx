import { i18n } from "@lingui/core";
import { type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "@/design/icon";

type MenuSheetProps = {
  title: string;
  trigger: ReactNode;
  triggerClassName: string;
  /** What the sheet holds; links call `close`, because a navigation leaves the layout mounted. */
  children: (close: () => void) => ReactNode;
};

/** A sheet from the right edge, on the browser's own dialog: it keeps focus inside and gives it back. */
export function MenuSheet({ title, trigger, triggerClassName, children }: MenuSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Links are dear to build, and most visitors never open the sheet.
  const [isFilled, setFilled] = useState(false);
  const close = () => sheet.current?.close();

  function open() {
    // Before it opens, so that the focus finds its first control.
    flushSync(() => setFilled(true));
    sheet.current?.showModal();
  }

  return (
    <>
      <button type="button" aria-haspopup="dialog" className={triggerClassName} onClick={open}>
        {trigger}
      </button>
      <dialog
        ref={sheet}
        closedby="any"
        aria-labelledby={titleId}
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-full max-w-none overscroll-contain bg-deep text-ink transition-[translate] backdrop:bg-mask open:translate-x-0 sm:max-w-sm sm:border-line sm:border-l starting:open:translate-x-8 [html:has(&[open])]:overflow-hidden"
      >
        <div className="flex min-h-full flex-col">
          <div className="flex h-16 shrink-0 items-center justify-between gap-4 border-line border-b px-4">
            <h2 id={titleId} className="truncate font-semibold text-16">
              {title}
            </h2>
            <button
              type="button"
              aria-label={i18n._("Close menu")}
              className="-mr-2 grid size-10 place-items-center rounded-control text-ink-2 hover:bg-raised hover:text-ink"
              onClick={close}
            >
              <Icon name="x" size={20} />
            </button>
          </div>
          {isFilled && children(close)}
        </div>
      </dialog>
    </>
  );
}
