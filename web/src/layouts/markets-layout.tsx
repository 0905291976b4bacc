import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { marketsItems } from "./navigation";
import { PageMain } from "./page-main";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { SkipLink } from "./skip-link";
import { SubNavigation } from "./sub-navigation";

export function MarketsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader width="wide" />
      <SubNavigation label={i18n._("Markets")} items={marketsItems} />
      <PageMain className={classNames(PAGE_WIDTH.wide, "flex-1 py-6 lg:py-8")}>{children}</PageMain>
      <SiteFooter width="wide" />
    </div>
  );
}
