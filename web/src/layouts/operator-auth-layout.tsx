import type { ReactNode } from "react";
import { PageMain } from "./page-main";
import { SiteMark } from "./site-mark";

type OperatorAuthLayoutProps = { title: string; intro: string; children: ReactNode };

/** The layout of the console's sign-in and enrolment. */
export function OperatorAuthLayout({ title, intro, children }: OperatorAuthLayoutProps) {
  return (
    <div className="flex min-h-(--page-height) flex-col">
      <header className="flex h-14 shrink-0 items-center px-4">
        <SiteMark />
      </header>
      <PageMain className="flex flex-1 flex-col items-center px-4 py-8 sm:justify-center">
        <div className="w-full max-w-md rounded-dialog border-line sm:border sm:bg-deep sm:p-8">
          <h1 className="font-semibold text-28 tracking-tight">{title}</h1>
          <p className="mt-2 mb-6 text-pretty text-14 text-ink-2">{intro}</p>
          {children}
        </div>
      </PageMain>
    </div>
  );
}
