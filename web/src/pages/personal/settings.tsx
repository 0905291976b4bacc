import { i18n } from "@lingui/core";
import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Icon } from "@/design/icon";
import { Skeleton } from "@/design/skeleton";
import { SECTIONS, sectionOf } from "@/pages/personal/settings/sections";
import { type Client, useCurrentClient } from "@/session/client";

const SECTION_TITLE = "settings-section-title";

export function SettingsPage() {
  const client = useCurrentClient();
  const hash = useLocation({ select: (location) => location.hash });
  const current = sectionOf(hash);

  return (
    <>
      <h1 className="font-semibold text-28">{i18n._("Settings")}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[11rem_minmax(0,48rem)] xl:gap-10">
        <SettingsNavigation current={current} />
        {client ? <SectionContent client={client} current={current} /> : <Loading />}
      </div>
    </>
  );
}

function SectionContent({ client, current }: { client: Client; current: string }) {
  const section = SECTIONS.find(({ id }) => id === current);
  const Content = section?.content;
  return (
    <section aria-labelledby={SECTION_TITLE} className="flex min-w-0 flex-col gap-6">
      <h2 id={SECTION_TITLE} className="sr-only">
        {section?.label()}
      </h2>
      {Content && <Content client={client} />}
    </section>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{i18n._("Loading")}</span>
      <Skeleton shape="card" />
    </div>
  );
}

/** The sections of the settings: at the side, or in a row above on narrow screens. */
function SettingsNavigation({ current }: { current: string }) {
  const router = useRouter();
  const list = useRef<HTMLUListElement>(null);

  // On a phone the row overflows: scroll the current section into view.
  useEffect(() => {
    function showCurrent() {
      const link = list.current?.querySelector<HTMLElement>(`[href$="#${current}"]`);
      if (link && list.current) list.current.scrollLeft = link.offsetLeft - list.current.offsetLeft - 48;
    }
    showCurrent();
    // After a typed address the router restores the former position.
    return router.subscribe("onRendered", showCurrent);
  }, [current, router]);

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
