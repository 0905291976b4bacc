import type { ReactNode } from "react";
import { landingSections } from "./navigation";
import { PageMain, SkipLink } from "./page-main";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { useBelowTheFold } from "./use-below-the-fold";

/** Sections span the full width; each sets the width of its content. */
export function LandingLayout({ children }: { children: ReactNode }) {
  const hasFooter = useBelowTheFold();

  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <SiteHeader fillers={landingSections} />
      <PageMain className="flex-1">{children}</PageMain>
      {hasFooter && <SiteFooter />}
    </div>
  );
}
