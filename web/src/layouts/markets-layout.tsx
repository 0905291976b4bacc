import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { marketsItems } from "./markets-navigation";
import { type NavigationItem, useVisibleItems } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { PageMain, SkipLink } from "./page-main";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

export function MarketsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <SiteHeader width="wide" />
      <SubNavigation label={i18n._("Markets")} items={marketsItems} />
      <PageMain className={classNames(PAGE_WIDTH.wide, "flex-1 py-6 lg:py-8")}>{children}</PageMain>
      <SiteFooter width="wide" />
    </div>
  );
}

type SubNavigationProps = { label: string; items: readonly NavigationItem[] };

function SubNavigation({ label, items }: SubNavigationProps) {
  return (
    <nav aria-label={label} className="border-line border-b bg-abyss">
      <ul className={classNames(PAGE_WIDTH.wide, "scroll-fade flex gap-6 overflow-x-auto")}>
        {useVisibleItems(items).map((item) => (
          <li key={item.path}>
            <NavigationLink
              item={item}
              className="-mb-px flex h-12 items-center whitespace-nowrap border-transparent border-b-2 text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
