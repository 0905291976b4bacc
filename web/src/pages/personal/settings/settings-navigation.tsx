import { i18n } from "@lingui/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Icon } from "@/design/icon";
import { SECTIONS } from "./sections";

/** The sections of the settings: at the side, or in a row above on narrow screens. */
export function SettingsNavigation({ current }: { current: string }) {
  const list = useRef<HTMLUListElement>(null);

  // On a phone the row overflows: scroll the current section into view.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href$="#${current}"]`);
    if (link && list.current) list.current.scrollLeft = link.offsetLeft - list.current.offsetLeft - 48;
  }, [current]);

  return (
    <nav aria-label={i18n._("Settings")} className="min-w-0">
      <ul
        ref={list}
        className="scroll-fade flex gap-1 overflow-x-auto max-xl:border-line max-xl:border-b max-xl:pb-2 xl:sticky xl:top-24 xl:flex-col xl:gap-0.5"
      >
        {SECTIONS.map(({ id, label, icon }) => (
          <li key={id} className="shrink-0">
            <Link
              to="."
              hash={id}
              resetScroll={false}
              hashScrollIntoView={false}
              // By default a link is active for its path, which all of these share.
              activeOptions={{ includeHash: true }}
              aria-current={id === current ? "page" : undefined}
              className="flex h-9 items-center gap-2.5 whitespace-nowrap rounded-control px-3 text-14 text-ink-2 -outline-offset-2 transition-colors hover:bg-shelf hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
            >
              <Icon name={icon} className="text-ink-3 max-xl:hidden" />
              {label()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
