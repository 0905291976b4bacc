import { i18n } from "@lingui/core";
import { type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "@/design/icon";
import type { NavigationItem } from "./navigation";
import { NavigationLink } from "./navigation-link";

type MenuSheetProps = {
  title: string;
  trigger: ReactNode;
  triggerClassName: string;
  /** The content; links call `close`, because the layout stays mounted across navigations. */
  children: (close: () => void) => ReactNode;
};

/** A side sheet on a native dialog, which traps and restores the focus. */
export function MenuSheet({ title, trigger, triggerClassName, children }: MenuSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Rendered on first use: links are expensive, and most visitors never open the sheet.
  const [isFilled, setFilled] = useState(false);
  const close = () => sheet.current?.close();

  function open() {
    // Rendered before it opens, so that its first control gets the focus.
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
        className="fixed inset-y-0 start-auto end-0 m-0 h-dvh max-h-none w-full max-w-none overscroll-contain bg-deep text-ink transition-[translate] backdrop:bg-mask open:translate-x-0 sm:max-w-sm sm:border-line sm:border-s starting:open:translate-x-8 rtl:starting:open:-translate-x-8 [html:has(&[open])]:overflow-hidden"
      >
        <div className="flex min-h-full flex-col">
          <div className="flex h-16 shrink-0 items-center justify-between gap-4 border-line border-b px-4">
            <h2 id={titleId} className="truncate font-semibold text-16">
              {title}
            </h2>
            <button
              type="button"
              aria-label={i18n._("Close menu")}
              className="-me-2 grid size-10 place-items-center rounded-control text-ink-2 hover:bg-raised hover:text-ink"
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

type MenuListProps = { items: readonly NavigationItem[]; onNavigate: () => void };

/** The links of a menu sheet, each with an icon and a description. */
export function MenuList({ items, onNavigate }: MenuListProps) {
  return (
    <ul className="flex flex-col gap-1">
      {items.map((item) => (
        <li key={`${item.path}#${item.hash ?? ""}`}>
          <NavigationLink
            item={item}
            onClick={onNavigate}
            className="group flex min-h-12 items-center gap-4 rounded-control px-3 py-2 text-16 text-ink hover:bg-raised aria-[current]:bg-raised"
          >
            <Icon name={item.icon} size={20} className="text-ink-3 group-aria-[current]:text-accent" />
            <span className="min-w-0">
              <span className="block">{item.label()}</span>
              {item.description && <span className="block text-13 text-ink-3">{item.description()}</span>}
            </span>
          </NavigationLink>
        </li>
      ))}
    </ul>
  );
}
