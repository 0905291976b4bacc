import type { ReactNode } from "react";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { PageMain, SkipLink } from "./page-main";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <SiteHeader />
      <PageMain className={classNames(PAGE_WIDTH.reading, "flex-1 py-8 lg:py-12")}>{children}</PageMain>
      <SiteFooter />
    </div>
  );
}
