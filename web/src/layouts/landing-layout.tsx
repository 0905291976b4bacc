import { lazy, type ReactNode, Suspense } from "react";
import { landingSections } from "./navigation";
import { PageMain, SkipLink } from "./page-main";
import { SiteHeader } from "./site-header";

const SiteFooter = lazy(async () => {
  const loaded = await import("./site-footer").catch(() => null);
  return { default: loaded?.SiteFooter ?? (() => null) };
});

const LATE_FOOTER = (
  <Suspense>
    <SiteFooter />
  </Suspense>
);

type LandingLayoutProps = { footer?: ReactNode; children: ReactNode };

/** Sections span the full width; each sets the width of its content. */
export function LandingLayout({ footer = LATE_FOOTER, children }: LandingLayoutProps) {
  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <SiteHeader fillers={landingSections} />
      <PageMain className="flex-1">{children}</PageMain>
      {footer}
    </div>
  );
}
