import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { Icon } from "@/design/icon";
import { PAGE_WIDTH } from "@/design/page-width";
import { ChatLink } from "@/features/support-chat/chat-link";
import { SupportChat } from "@/features/support-chat/support-chat";
import { classNames } from "@/lib/class-names";
import { MenuList, MenuSheet } from "./menu-sheet";
import type { NavigationGroup } from "./navigation";
import { useVisibleItems } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { NavigationList } from "./navigation-list";
import { PageMain, SkipLink } from "./page-main";
import { bottomBarItems, personalGroups } from "./personal-navigation";
import { SlimFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

const entryClass =
  "flex h-16 w-full min-w-0 flex-col items-center justify-center gap-1 text-12 text-ink-3 hover:text-ink aria-[current]:text-accent";

/** The personal area's navigation on phones: the four most used pages, and the others under "More". */
export function BottomBar() {
  const items = useVisibleItems(bottomBarItems);
  const rest = useVisibleItems(
    personalGroups.flatMap((group) => group.items).filter((item) => !bottomBarItems.includes(item)),
  );

  return (
    <nav
      aria-label={i18n._("Personal area")}
      className="fixed inset-x-0 bottom-0 z-(--layer-header) border-line border-t bg-deep pb-[env(safe-area-inset-bottom)] lg:hidden max-lg:[html:has(&)]:pb-(--bottom-bar) max-lg:[html:has(&)]:scroll-pb-[calc(5rem+var(--cookie-banner,0px))] max-lg:[html:has(&)]:[--bottom-bar:calc(4rem+1px+env(safe-area-inset-bottom))]"
    >
      <ul className="mx-auto grid max-w-lg auto-cols-fr grid-flow-col">
        {items.map((item) => (
          <li key={item.path} className="min-w-0">
            <NavigationLink item={item} className={entryClass}>
              <Icon name={item.icon} size={20} />
              <span className="max-w-full truncate px-1">{item.label()}</span>
            </NavigationLink>
          </li>
        ))}
        <li className="min-w-0">
          <MenuSheet
            title={i18n._("Personal area")}
            triggerClassName={entryClass}
            trigger={
              <>
                <Icon name="ellipsis" size={20} />
                <span className="max-w-full truncate px-1">{i18n._("More")}</span>
              </>
            }
          >
            {(close) => (
              <div className="px-3 py-4">
                <MenuList items={rest} onNavigate={close} />
              </div>
            )}
          </MenuSheet>
        </li>
      </ul>
    </nav>
  );
}

type PersonalLayoutProps = {
  /** Banners that require the client's attention, above every page of the area. */
  banners?: ReactNode;
  children: ReactNode;
};

export function PersonalLayout({ banners, children }: PersonalLayoutProps) {
  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <SiteHeader width="wide" />
      <div className={classNames(PAGE_WIDTH.wide, "flex flex-1")}>
        <SideMenu />
        <div className="flex min-w-0 flex-1 flex-col lg:ps-8">
          <PageMain className="flex flex-1 flex-col gap-6 py-6 lg:py-8">
            {banners}
            {children}
            <ChatLink />
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
      className="sticky top-16 hidden h-[calc(var(--page-height)-4rem-1px)] w-56 shrink-0 flex-col gap-4 overflow-y-auto border-line border-e py-6 pe-4 lg:flex"
    >
      {personalGroups.map((group) => (
        <SideMenuGroup key={group.id} group={group} />
      ))}
    </nav>
  );
}

function SideMenuGroup({ group }: { group: NavigationGroup }) {
  return (
    <NavigationList
      label={group.label()}
      items={useVisibleItems(group.items)}
      className="flex-col gap-0.5 not-first:border-line not-first:border-t not-first:pt-4"
    />
  );
}
