import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { privacyItems, useVisibleItems } from "./navigation";
import { NavigationLink } from "./navigation-link";
import { PageMain, SkipLink } from "./page-main";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** For long texts: related pages at the side, a readable line length. */
export function PrivacyLayout({ children }: { children: ReactNode }) {
  const items = useVisibleItems(privacyItems);

  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <SiteHeader />
      <div
        className={classNames(
          PAGE_WIDTH.reading,
          "flex flex-1 flex-col gap-6 py-6 lg:flex-row lg:gap-16 lg:py-16",
        )}
      >
        {items.length > 1 && (
          <nav aria-label={i18n._("Help and policies")} className="lg:w-44 lg:shrink-0">
            <ul className="-mx-3 flex flex-wrap gap-1 lg:sticky lg:top-32 lg:mx-0 lg:flex-col lg:gap-0.5">
              {items.map((item) => (
                <li key={item.path}>
                  <NavigationLink
                    item={item}
                    className="flex h-9 items-center whitespace-nowrap rounded-control px-3 text-ink-2 hover:bg-shelf hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
                  />
                </li>
              ))}
            </ul>
          </nav>
        )}
        <PageMain className="flex-1">{children}</PageMain>
      </div>
      <SiteFooter />
    </div>
  );
}
