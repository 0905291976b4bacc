import type { ReactNode } from "react";
import { PAGE_WIDTH } from "@/design/page-width";
import { classNames } from "@/lib/class-names";
import { PageMain, SkipLink } from "./page-main";
import { SlimFooter } from "./site-footer";
import { DemoBadge, SiteMark } from "./site-mark";

/** One card without navigation; only the logo links back to the site. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-(--page-height) flex-col">
      <SkipLink />
      <header
        className={classNames(PAGE_WIDTH.wide, "flex h-16 shrink-0 items-center justify-between gap-4")}
      >
        <SiteMark />
        <DemoBadge />
      </header>
      <PageMain className="flex flex-1 flex-col items-center px-4 py-8 sm:justify-center">
        <div className="w-full max-w-md rounded-dialog border-line sm:border sm:bg-deep sm:p-8">
          {children}
        </div>
      </PageMain>
      <SlimFooter />
    </div>
  );
}
