import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

type PageMainProps = { className?: string; children: ReactNode };

/** The one main landmark of a page, where the skip link leads. */
export function PageMain({ className, children }: PageMainProps) {
  return (
    <main id="main" tabIndex={-1} className={classNames("min-w-0 outline-none", className)}>
      {children}
    </main>
  );
}
