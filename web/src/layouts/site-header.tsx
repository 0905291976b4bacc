import { i18n } from "@lingui/core";
import { type ComponentType, lazy, Suspense } from "react";
import { Button, buttonClass } from "@/design/button";
import { Icon } from "@/design/icon";
import { PAGE_WIDTH, type PageWidth } from "@/design/page-width";
import { LanguageSwitch } from "@/features/preferences/language-switch";
import { classNames } from "@/lib/class-names";
import { useIsSignedIn } from "@/session/session";
import { site } from "@/session/site";
import { MenuList, MenuSheet } from "./menu-sheet";
import {
  accountActions,
  dashboardItem,
  headerItems,
  type NavigationItem,
  privacyItems,
  useVisibleItems,
} from "./navigation";
import { NavigationLink } from "./navigation-link";
import { DemoBadge, SiteMark } from "./site-mark";
import { useSignOut } from "./use-sign-out";

// A view has one primary action: the header leaves it to the page, an open menu has its own.
const LOOKS = {
  header: { size: "small", first: "link", last: "secondary" },
  menu: { size: "large", first: "secondary", last: "primary" },
} as const;

type AccountActionsProps = { variant: keyof typeof LOOKS; onNavigate?: () => void };

/** Sign-in and registration for visitors; the personal area and signing out for clients. */
export function AccountActions({ variant, onNavigate }: AccountActionsProps) {
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn) return <ActionLinks variant={variant} items={accountActions} onNavigate={onNavigate} />;
  if (variant === "menu") return <ClientActions onNavigate={onNavigate} />;
  return (
    <Suspense fallback={<span className="size-10" />}>
      <AccountMenu />
    </Suspense>
  );
}

const AccountMenu = lazy(async (): Promise<{ default: ComponentType }> => {
  // If the menu cannot be loaded, a link to the personal area is shown instead.
  const loaded = await import("./account-menu").catch(() => null);
  return { default: loaded?.AccountMenu ?? (() => <ActionLinks variant="header" items={[dashboardItem]} />) };
});

/** Only for clients: visitors load none of it. */
function ClientBell() {
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn) return null;
  return (
    <Suspense fallback={<span className="size-10" />}>
      <NoticeBell />
    </Suspense>
  );
}

const NoticeBell = lazy(async (): Promise<{ default: ComponentType }> => {
  const loaded = await import("@/features/notices/notice-bell").catch(() => null);
  return { default: loaded?.NoticeBell ?? (() => null) };
});

type ActionLinksProps = {
  variant: keyof typeof LOOKS;
  items: typeof accountActions;
  onNavigate?: (() => void) | undefined;
};

function ActionLinks({ variant, items, onNavigate }: ActionLinksProps) {
  const look = LOOKS[variant];
  const visible = useVisibleItems(items);

  return visible.map((item, index) => (
    <NavigationLink
      key={item.path}
      item={item}
      {...(onNavigate ? { onClick: onNavigate } : {})}
      className={buttonClass({
        severity: index === visible.length - 1 ? look.last : look.first,
        size: look.size,
      })}
    />
  ));
}

function ClientActions({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const signOut = useSignOut();

  function leave() {
    onNavigate?.();
    void signOut();
  }

  return (
    <>
      <Button severity="secondary" size="large" icon="log-out" onClick={leave}>
        {i18n._("Sign out")}
      </Button>
      <ActionLinks variant="menu" items={[dashboardItem]} onNavigate={onNavigate} />
    </>
  );
}

const MAX_HEADER_LINKS = 6;

type SiteHeaderProps = {
  width?: PageWidth;
  isDense?: boolean;
  /** Links to show if the main navigation leaves room. */
  fillers?: readonly NavigationItem[];
};

export function SiteHeader({ width = "reading", isDense = false, fillers = [] }: SiteHeaderProps) {
  const items = [...useVisibleItems(headerItems), ...fillers].slice(0, MAX_HEADER_LINKS);

  return (
    // Scroll padding keeps anchors and focused elements visible below the sticky header.
    <header className="sticky top-0 z-(--layer-header) border-line border-b bg-abyss [html:has(&)]:scroll-pt-16">
      <div
        className={classNames(
          PAGE_WIDTH[width],
          "flex items-center gap-4 lg:gap-8",
          isDense ? "h-12" : "h-16",
        )}
      >
        <SiteMark />
        <nav aria-label={i18n._("Main")} className="hidden min-w-0 flex-1 lg:block">
          <ul className="flex items-center gap-1">
            {items.map((item) => (
              <li key={`${item.path}#${item.hash ?? ""}`}>
                <NavigationLink
                  item={item}
                  className="flex h-9 items-center whitespace-nowrap rounded-control px-3 text-ink-2 transition-colors hover:bg-shelf hover:text-ink aria-[current]:text-ink"
                />
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto flex shrink-0 items-center gap-3">
          <DemoBadge />
          <ClientBell />
          <div className="hidden items-center gap-2 empty:hidden sm:not-empty:flex">
            <AccountActions variant="header" />
          </div>
          <PhoneMenu items={items} />
        </div>
      </div>
    </header>
  );
}

/** The navigation on screens too narrow for the links in the header. */
export function PhoneMenu({ items }: { items: readonly NavigationItem[] }) {
  const help = useVisibleItems(privacyItems);

  return (
    <MenuSheet
      title={site().sitename}
      triggerClassName="-me-2 grid size-10 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-raised hover:text-ink lg:hidden"
      trigger={
        <>
          <Icon name="menu" size={20} />
          <span className="sr-only">{i18n._("Menu")}</span>
        </>
      }
    >
      {(close) => (
        <nav aria-label={i18n._("Menu")} className="flex flex-1 flex-col px-3 pt-4">
          <MenuList items={items} onNavigate={close} />
          <hr className="mx-3 my-4 border-line" />
          <MenuList items={help} onNavigate={close} />
          <div className="flex min-h-12 items-center gap-4 px-3 text-16 not-has-[select]:hidden">
            <Icon name="globe" size={20} className="text-ink-3" />
            <LanguageSwitch />
          </div>
          <div className="sticky bottom-0 -mx-3 mt-auto flex gap-2 bg-deep p-4 *:last:flex-1">
            <AccountActions variant="menu" onNavigate={close} />
          </div>
        </nav>
      )}
    </MenuSheet>
  );
}
