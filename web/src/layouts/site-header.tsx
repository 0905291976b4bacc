import { i18n } from "@lingui/core";
import { PAGE_WIDTH, type PageWidth } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { AccountActions } from "./account-actions";
import { DemoBadge } from "./demo-badge";
import { headerItems, type NavigationItem } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { PhoneMenu } from "./phone-menu";
import { useVisibleItems } from "./show-all-navigation";
import { SiteMark } from "./site-mark";

const MAX_HEADER_LINKS = 6;

type SiteHeaderProps = {
  width?: PageWidth;
  isDense?: boolean;
  /** Links that take the room the main navigation leaves. */
  fillers?: readonly NavigationItem[];
};

export function SiteHeader({ width = "reading", isDense = false, fillers = [] }: SiteHeaderProps) {
  const items = [...useVisibleItems(headerItems), ...fillers].slice(0, MAX_HEADER_LINKS);

  return (
    // The page's own scroll padding keeps what is jumped to, or focused, clear of the sticky header.
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
        <div className="ml-auto flex shrink-0 items-center gap-3">
          <DemoBadge />
          <div className="hidden items-center gap-2 empty:hidden sm:not-empty:flex">
            <AccountActions variant="header" />
          </div>
          <PhoneMenu items={items} />
        </div>
      </div>
    </header>
  );
}
