import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

interface CardProps {
  title?: string | undefined;
  /** Buttons or links at the end of the title line. */
  actions?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  className?: string | undefined;
}

export function Card({ title, actions, children, footer, className }: CardProps) {
  return (
    <section
      className={classNames("flex min-w-0 flex-col rounded-card border border-line bg-deep", className)}
    >
      {(title || actions) && (
        <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          {title && <h3 className="min-w-0 grow font-semibold text-16 wrap-anywhere">{title}</h3>}
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={classNames("min-w-0 grow px-4 pb-4", !(title || actions) && "pt-4")}>{children}</div>
      {footer && <footer className="border-line border-t px-4 py-3 text-13 text-ink-2">{footer}</footer>}
    </section>
  );
}
