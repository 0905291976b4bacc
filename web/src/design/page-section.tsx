import { type ReactNode, useId } from "react";
import { classNames } from "@/lib/class-names";

interface PageSectionProps {
  title: string;
  /** 1 for the page's title; there is only one per page. */
  level?: 1 | 2 | 3 | undefined;
  /** The target of links to this section. */
  id?: string | undefined;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

const TITLES = { 1: "text-28", 2: "text-20", 3: "text-16" };

export function PageSection({ title, level = 2, id, description, actions, children }: PageSectionProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <section id={id} aria-labelledby={titleId} className="min-w-0 scroll-mt-20">
      <header className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 grow">
          <Heading id={titleId} className={classNames("font-semibold text-ink wrap-anywhere", TITLES[level])}>
            {title}
          </Heading>
          {description && <p className="mt-1 max-w-prose text-14 text-ink-2">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
