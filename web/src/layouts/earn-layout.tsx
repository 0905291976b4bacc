import type { ReactNode } from "react";
import { PageMain, SkipLink } from "./page-main";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** Narrower than other layouts: offers are read and compared, not scanned. */
export function EarnLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <SiteHeader />
      <PageMain className="mx-auto w-full max-w-5xl flex-1 px-4 py-8 sm:px-6 lg:py-16">{children}</PageMain>
      <SiteFooter />
    </div>
  );
}
