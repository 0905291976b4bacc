import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

type PageMainProps = { className?: string; children: ReactNode };

/** The main landmark of a page, the target of the skip link. */
export function PageMain({ className, children }: PageMainProps) {
  return (
    <main id="main" tabIndex={-1} className={classNames("min-w-0 outline-none", className)}>
      {children}
    </main>
  );
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed start-2 top-2 z-[var(--layer-banner)] -translate-y-16 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
    >
      {i18n._("Skip to content")}
    </a>
  );
}
