import { i18n } from "@lingui/core";
import { useLocation } from "@tanstack/react-router";
import { Skeleton } from "@/design/skeleton";
import { type Client, useCurrentClient } from "@/session/client";
import { SECTIONS, sectionOf } from "./settings/sections";
import { SettingsNavigation } from "./settings/settings-navigation";

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
