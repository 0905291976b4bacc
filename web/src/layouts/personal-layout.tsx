import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Icon } from "@/design/icon";
import { PAGE_WIDTH } from "@/design/page-width";
import { SupportChat } from "@/features/support-chat/support-chat";
import { classNames } from "@/lib/class-names";
import { BottomBar } from "./bottom-bar";
import type { NavigationGroup } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { PageMain } from "./page-main";
import { personalGroups } from "./personal-navigation";
import { useVisibleItems } from "./show-all-navigation";
import { SiteHeader } from "./site-header";
import { SkipLink } from "./skip-link";
import { SlimFooter } from "./slim-footer";

type PersonalLayoutProps = {
  /** What the client should see to before anything else, above every page of the area. */
  banners?: ReactNode;
  children: ReactNode;
};

export function PersonalLayout({ banners, children }: PersonalLayoutProps) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--bottom-bar,0px))] flex-col">
      <SkipLink />
      <SiteHeader width="wide" />
      <div className={classNames(PAGE_WIDTH.wide, "flex flex-1")}>
        <SideMenu />
        <div className="flex min-w-0 flex-1 flex-col lg:pl-8">
          <PageMain className="flex flex-1 flex-col gap-6 py-6 lg:py-8">
            {banners}
            {children}
          </PageMain>
          <SlimFooter />
        </div>
      </div>
      <BottomBar />
      <SupportChat />
    </div>
  );
}

function SideMenu() {
  return (
    <nav
      aria-label={i18n._("Personal area")}
      className="sticky top-16 hidden h-[calc(100dvh-4rem)] w-56 shrink-0 flex-col gap-4 overflow-y-auto border-line border-r py-6 pr-4 lg:flex"
    >
      {personalGroups.map((group) => (
        <SideMenuGroup key={group.id} group={group} />
      ))}
    </nav>
  );
}

function SideMenuGroup({ group }: { group: NavigationGroup }) {
  const items = useVisibleItems(group.items);
  if (items.length === 0) return null;

  return (
    <ul
      aria-label={group.label()}
      className="flex flex-col gap-0.5 not-first:border-line not-first:border-t not-first:pt-4"
    >
      {items.map((item) => (
        <li key={item.path}>
          <NavigationLink
            item={item}
            className="group flex h-9 items-center gap-3 rounded-control px-3 text-ink-2 transition-colors hover:bg-shelf hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
          >
            <Icon name={item.icon} className="text-ink-3 group-aria-[current]:text-accent" />
            {item.label()}
          </NavigationLink>
        </li>
      ))}
    </ul>
  );
}
