import type { ReactNode } from "react";
import { PageMain, SkipLink } from "./page-main";
import { SiteHeader } from "./site-header";

/** Dense and full width; on wide screens the panels fill the viewport and scroll individually. */
export function TradingLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-(--page-height) flex-col xl:h-(--page-height) xl:overflow-hidden">
      <SkipLink />
      <SiteHeader width="full" isDense />
      <PageMain className="flex min-h-0 flex-1 flex-col">{children}</PageMain>
    </div>
  );
}
